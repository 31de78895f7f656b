"""``subscriptions/listen`` of the 2026-07-28 era, without what is not the caller's."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from mcp.server.subscriptions import ListenHandler, SubscriptionBus
from mcp.types import SubscriptionsListenRequestParams, SubscriptionsListenResult

from awm_mcp.server.connections import Context

MayWatch = Callable[[Context, str], Awaitable[bool]]


class Listening(ListenHandler):
    """The SDK's handler; addresses that the caller may not watch are left out of what it acknowledges and sends."""

    def __init__(self, bus: SubscriptionBus, may_watch: MayWatch) -> None:
        super().__init__(bus)
        self._may_watch = may_watch

    async def __call__(self, ctx: Context, params: SubscriptionsListenRequestParams) -> SubscriptionsListenResult:
        """Serves one stream."""
        wanted = params.notifications
        uris = [uri for uri in wanted.resource_subscriptions or () if await self._may_watch(ctx, str(uri))]
        kept = wanted.model_copy(update={"resource_subscriptions": uris})
        return await super().__call__(ctx, params.model_copy(update={"notifications": kept}))
