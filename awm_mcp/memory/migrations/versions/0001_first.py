"""The first schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_Seq = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Makes all tables and the full-text index."""
    _runs()
    _workflows()
    _publication()
    _use()
    _jobs()
    _sites()
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            "CREATE VIRTUAL TABLE workflow_index USING fts5("
            "terms, tokenize = 'porter unicode61 remove_diacritics 2', detail = none)"
        )


def _runs() -> None:
    op.create_table(
        "runs",
        sa.Column("seq", _Seq, autoincrement=True, nullable=False),
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("site", sa.Text(), nullable=False),
        sa.Column("outcome", sa.String(16), nullable=False),
        sa.Column("added_at", sa.Float(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_runs"),
        sa.UniqueConstraint("id", name="uq_runs_id"),
        sa.UniqueConstraint("digest", name="uq_runs_digest"),
    )
    op.create_index("ix_runs_site_seq", "runs", ["site", "seq"])


def _workflows() -> None:
    op.create_table(
        "workflows",
        sa.Column("seq", _Seq, autoincrement=True, nullable=False),
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("site", sa.Text(), nullable=False),
        sa.Column("latest", sa.Integer(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_workflows"),
        sa.UniqueConstraint("id", name="uq_workflows_id"),
    )
    op.create_index("ix_workflows_site", "workflows", ["site"])
    live = sa.text("live")
    op.create_index("uq_workflows_live_name", "workflows", ["name"], unique=True, sqlite_where=live, postgresql_where=live)
    op.create_table(
        "workflow_versions",
        sa.Column("workflow", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("saved_at", sa.Float(), nullable=False),
        sa.Column("verified_at", sa.Float()),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("workflow", "version", name="pk_workflow_versions"),
        sa.ForeignKeyConstraint(["workflow"], ["workflows.id"], "fk_workflow_versions_workflow", ondelete="CASCADE"),
    )
    op.create_index("ix_workflow_versions_name", "workflow_versions", ["name"])


def _publication() -> None:
    op.create_table(
        "catalogue",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_catalogue"),
    )
    op.execute("INSERT INTO catalogue (id, generation) VALUES (1, 0)")
    op.create_table(
        "publications",
        sa.Column("workflow", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("workflow", name="pk_publications"),
        sa.ForeignKeyConstraint(["workflow"], ["workflows.id"], "fk_publications_workflow", ondelete="CASCADE"),
    )
    op.create_table(
        "search_docs",
        sa.Column("seq", _Seq, autoincrement=False, nullable=False),
        sa.Column("workflow", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("site", sa.Text(), nullable=False),
        sa.Column("doc", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_search_docs"),
        sa.UniqueConstraint("workflow", name="uq_search_docs_workflow"),
        sa.ForeignKeyConstraint(["workflow"], ["workflows.id"], "fk_search_docs_workflow", ondelete="CASCADE"),
    )
    op.create_index("ix_search_docs_site", "search_docs", ["site"])


def _use() -> None:
    op.create_table(
        "outcomes",
        sa.Column("run_id", sa.String(64), nullable=False),
        sa.Column("workflow", sa.String(64), nullable=False),
        sa.Column("status", sa.String(32), nullable=False),
        sa.Column("put_at", sa.Float(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("run_id", name="pk_outcomes"),
    )
    op.create_index("ix_outcomes_workflow", "outcomes", ["workflow"])
    op.create_table(
        "events",
        sa.Column("seq", _Seq, autoincrement=True, nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("site", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_events"),
    )
    op.create_index("ix_events_at", "events", ["at"])


def _jobs() -> None:
    op.create_table(
        "jobs",
        sa.Column("seq", _Seq, autoincrement=True, nullable=False),
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("site", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("owner", sa.Text()),
        sa.Column("lease_until", sa.Float()),
        sa.Column("result", sa.Text(), nullable=False),
        sa.Column("workflows", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_jobs"),
        sa.UniqueConstraint("id", name="uq_jobs_id"),
    )
    op.create_index("ix_jobs_subject", "jobs", ["subject"])
    op.create_index("ix_jobs_state_seq", "jobs", ["state", "seq"])
    running = sa.text("state = 'running'")
    op.create_index("uq_jobs_running_site", "jobs", ["site"], unique=True, sqlite_where=running, postgresql_where=running)


def _sites() -> None:
    op.create_table(
        "sites",
        sa.Column("site", sa.Text(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("site", name="pk_sites"),
    )
    op.create_table(
        "aliases",
        sa.Column("site", sa.Text(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("site", "origin", name="pk_aliases"),
    )
