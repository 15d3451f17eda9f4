"""The hero: a table by a window in the first sun, the pouch, a cup of tea, flowers. Room for words."""

from goods.bowl import BOWL_INSIDE, bowl
from goods.cup import cup, cup_glassware
from goods.leaf_shade import SUN, morning
from goods.lemon import lemon_half, lemon_slice
from goods.linen import linen
from goods.lying import lie
from goods.pouch import pouch
from goods.spilling import spill
from goods.steam import steam
from goods.strewing import fresh, heap
from goods.tea import BREWS
from kit.caustic import cast
from kit.colour import linear
from kit.mesh import place
from kit.room import room
from kit.stage import camera

LINEN = "#e2d9cc"


def _table(x, y, folds, flat, seed):
    """The cup with lemon, the thing both heroes turn on, and the cloth, which is returned."""
    # Words stand on the wall: it is paler than in other pictures.
    room(exposure=0.71, wall="#ece2f3", wall_at=3.4, key=300, fill=0.42, sun=0)
    cloth = linen(LINEN, flat=[(x, y, 0.55), *flat], folds=folds)
    at = (x, y, 0)
    place(cup(brew="lemon", lemon=-65), at, (0, 0, -22))
    sun = (SUN, 3.6, linear("#ffe6c2"), 1.3)
    on = [(cloth, linear(LINEN))]
    cast(cup_glassware(at), BREWS["violet"], sun, on, (x + 0.6, y + 0.2))
    steam((x, y, 0.65), strength=0.28, seed=seed)
    return cloth


def wide():
    folds = [
        (-1.2, 0.3, 20, 2.4, 0.11, 0.05),
        (2.6, 1.3, -30, 1.8, 0.10, 0.045),
        (-1.9, -0.7, 64, 1.5, 0.08, 0.04),
        (0.2, -1.9, -8, 2.2, 0.08, 0.035),
    ]
    flat = [(1.75, 0.55, 0.7), (2.14, -0.62, 0.5), (-0.62, -0.8, 0.35)]
    cloth = _table(0.35, -0.55, folds, flat, seed=52)
    place(pouch(by_window=True), (1.75, 0.55, 0), (0, 0, 6))
    bowl_at = (2.14, -0.62, 0)
    place(bowl(), bowl_at, scale=0.72)
    small = [(h * 0.72, r * 0.72) for h, r in BOWL_INSIDE]
    heap(bowl_at, 0.39, 0.235, 0.37, 120, scale=0.50, vessel=small)
    place(lemon_half(turn=160), (-0.42, -0.80, -0.010), scale=0.92)
    slice_ = place(lemon_slice(), (-0.82, -1.20, 0.020), (0, 0, 40), 0.92)
    # Its dark underside was a red spot in the window that the cup mirrors.
    slice_.visible_glossy = False
    # Spilt out of the bowl.
    spill(1.56, -1.08, 5, 3, 14, way=160, reach=0.8, seed=21, scale=0.52, floor=cloth)
    spill(-1.50, -1.10, 2, 1, 5, way=180, reach=0.6, seed=24, scale=0.52, floor=cloth)
    lie(fresh((0, 0.50, -1.28, 23, 6, 22, 0.80)), floor=cloth, sink=0.035)
    morning(falls_on=(-0.4, 1.2, 1.1))
    camera((0.12, -7.7, 2.5), (0.12, 0, 0.73), 50.5, aperture=1.4, focus=(0.35, -0.95, 0.45))


def tall():
    folds = [
        (0.9, 0.5, 28, 2.2, 0.10, 0.05),
        (-1.2, 0.3, 64, 1.6, 0.08, 0.045),
        (0.3, -1.75, -10, 1.3, 0.06, 0.03),
    ]
    flat = [(0.58, 0.50, 0.7), (0.86, -0.78, 0.45), (-0.98, -1.22, 0.3)]
    _table(-0.44, -0.55, folds, flat, seed=77)
    place(pouch(by_window=True), (0.58, 0.50, 0), (0, 0, -4))
    bowl_at = (0.86, -0.78, 0)
    place(bowl(), bowl_at, scale=0.62)
    small = [(h * 0.62, r * 0.62) for h, r in BOWL_INSIDE]
    heap(bowl_at, 0.33, 0.20, 0.32, 90, scale=0.45, vessel=small)
    place(lemon_half(turn=160), (-0.98, -1.22, -0.010), scale=0.80)
    spill(0.72, -1.42, 4, 1, 10, way=180, reach=0.5, seed=21, scale=0.5)
    lie(fresh((0, -0.14, -1.34, 22, 6, 22, 0.74)), sink=0.035)
    morning(falls_on=(-0.6, 1.6, 1.9), seed=3, size=1.1)
    camera((0.0, -7.7, 2.6), (0.02, 0, 1.04), 70, aperture=1.4, focus=(-0.44, -0.95, 0.45))
