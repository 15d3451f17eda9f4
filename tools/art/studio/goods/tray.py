"""A wooden serving tray: a floor glued of staves, a low rim."""

from goods.linen import unmirrored
from goods.timber import timber
from kit.mesh import block, group

OAK = ("#6b4022", "#a9733f", "#cc9a62")
# Top of the floor and of the rim; how thick the rim is.
FLOOR, RIM, THICK = 0.05, 0.13, 0.06


def tray(width=3.0, depth=2.0, staves=4):
    """No two pieces come from one place of the tree, and grain runs along each; its first children
    are the floor."""
    parts = []
    each = (depth - 2 * THICK) / staves
    for i in range(staves):
        tone = (1.0, 0.88, 1.07, 0.94)[i % 4]
        board = timber(OAK, 3.0 + 1.7 * i, tone, 0.30 + 0.17 * i, vessels=0.55)
        stave = block("stave", width - THICK, each - 0.004, FLOOR, 0.004, board)
        stave.location = (0, -depth / 2 + THICK + (i + 0.5) * each, 0)
        parts.append(stave)
    long, short = width, depth - 2 * THICK
    for i, (x, y, length, turn) in enumerate(
        [
            (0, -depth / 2 + THICK / 2, long, 0),
            (0, depth / 2 - THICK / 2, long, 0),
            (-width / 2 + THICK / 2, 0, short, 1.5708),
            (width / 2 - THICK / 2, 0, short, 1.5708),
        ]
    ):
        board = timber(OAK, 11.0 + 2.3 * i, (0.98, 0.9, 1.06, 0.94)[i], 0.42, vessels=0.55)
        side = block("rim", length, THICK, RIM, 0.016, board)
        side.location, side.rotation_euler.z = (x, y, 0), turn
        parts.append(side)
    return group("tray", *map(unmirrored, parts))
