"""A game is written by one table, and has one chain."""

from companion.hub.hub import Hub
from companion.shipping.wire import HubHead
from tests.support.clubs import batch, chain, joined, leased


def test_what_was_sent_is_there(hub: Hub) -> None:
    table, _ = joined(hub)
    parcels = chain(7)
    game = leased(hub, parcels, table)
    kept = hub.records.keep(game, table, batch(parcels))
    assert kept == HubHead(seq=7, digest=parcels[-1].digest, epoch=1, table="Table 7", yours=True)
    assert hub.records.after(game, 0) == parcels
    assert hub.records.after(game, 3, 2) == parcels[3:5]
    assert hub.records.head(game, table) == kept
    (shown,) = hub.records.games()
    assert (shown.game, shown.table, shown.table_name, shown.seq) == (game, table, "Table 7", 7)
