"""Run by alembic, from code only: the connection, already in a transaction, is handed over by ``memory.schema``."""

from __future__ import annotations

from alembic import context

from awm_mcp.memory.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
