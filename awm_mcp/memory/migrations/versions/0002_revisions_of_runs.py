"""Runs carry the number of their last change, so that learning reads only what is new."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the number; what is stored already counts as changed in the order in which it came."""
    op.add_column("runs", sa.Column("revision", sa.BigInteger(), nullable=False, server_default="0"))
    op.execute("UPDATE runs SET revision = seq")
    op.create_index("ix_runs_site_revision", "runs", ["site", "revision"])
