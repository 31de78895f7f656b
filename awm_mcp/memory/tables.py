"""All tables of the memory. A change here goes with a new file in migrations/versions and a new last entry of SCHEMAS."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text, text

SCHEMAS = ("0001", "0002")
"""All schema versions this release knows, oldest first; kept here so that an up-to-date store opens without alembic."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)
_Seq = BigInteger().with_variant(Integer(), "sqlite")

runs = Table(
    "runs",
    metadata,
    Column("seq", _Seq, primary_key=True, autoincrement=True),
    Column("id", String(64), nullable=False, unique=True),
    Column("digest", String(64), nullable=False, unique=True),
    Column("site", Text, nullable=False),
    Column("outcome", String(16), nullable=False),
    Column("added_at", Float, nullable=False),
    Column("content", Text, nullable=False),
    Column("revision", BigInteger, nullable=False, server_default="0"),
    Index(None, "site", "seq"),
    Index(None, "site", "revision"),
)

workflows = Table(
    "workflows",
    metadata,
    Column("seq", _Seq, primary_key=True, autoincrement=True),
    Column("id", String(64), nullable=False, unique=True),
    Column("name", String(64), nullable=False),
    Column("site", Text, nullable=False, index=True),
    Column("latest", Integer, nullable=False),
    Column("live", Boolean, nullable=False),
    Index("uq_workflows_live_name", "name", unique=True, sqlite_where=text("live"), postgresql_where=text("live")),
)

versions = Table(
    "workflow_versions",
    metadata,
    Column("workflow", String(64), ForeignKey("workflows.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("name", String(64), nullable=False, index=True),
    Column("digest", String(64), nullable=False),
    Column("state", String(16), nullable=False),
    Column("saved_at", Float, nullable=False),
    Column("verified_at", Float),
    Column("content", Text, nullable=False),
)

catalogue = Table(
    "catalogue",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("generation", Integer, nullable=False),
)

publications = Table(
    "publications",
    metadata,
    Column("workflow", String(64), ForeignKey("workflows.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("place", Integer, nullable=False),
)

search_docs = Table(
    "search_docs",
    metadata,
    Column("seq", _Seq, primary_key=True, autoincrement=False),
    Column("workflow", String(64), ForeignKey("workflows.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("version", Integer, nullable=False),
    Column("site", Text, nullable=False, index=True),
    Column("doc", Text, nullable=False),
)

outcomes = Table(
    "outcomes",
    metadata,
    Column("run_id", String(64), primary_key=True),
    Column("workflow", String(64), nullable=False, index=True),
    Column("status", String(32), nullable=False),
    Column("put_at", Float, nullable=False),
    Column("content", Text, nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("seq", _Seq, primary_key=True, autoincrement=True),
    Column("at", Float, nullable=False, index=True),
    Column("site", Text, nullable=False),
    Column("content", Text, nullable=False),
)

jobs = Table(
    "jobs",
    metadata,
    Column("seq", _Seq, primary_key=True, autoincrement=True),
    Column("id", String(64), nullable=False, unique=True),
    Column("kind", String(16), nullable=False),
    Column("site", Text, nullable=False),
    Column("subject", Text, nullable=False, index=True),
    Column("state", String(16), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("owner", Text),
    Column("lease_until", Float),
    Column("result", Text, nullable=False),
    Column("workflows", Text, nullable=False),
    Index(None, "state", "seq"),
    Index(
        "uq_jobs_running_site",
        "site",
        unique=True,
        sqlite_where=text("state = 'running'"),
        postgresql_where=text("state = 'running'"),
    ),
)

sites = Table("sites", metadata, Column("site", Text, primary_key=True), Column("origin", Text, nullable=False))

aliases = Table("aliases", metadata, Column("site", Text, primary_key=True), Column("origin", Text, primary_key=True))
