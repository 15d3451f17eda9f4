"""How to brew, four steps seen by one camera: flowers, hot water, steeping, lemon."""

import math
import random

from goods.bowl import scoop
from goods.cup import cup, cup_glassware
from goods.flower import shapes
from goods.lemon import lemon_half
from goods.linen import linen
from goods.lying import lie
from goods.steam import steam
from goods.stream import stream
from goods.strewing import heap, lay, strew
from goods.tea import BREWS
from goods.traces import crumbs
from kit.mesh import curve, place
from kit.room import light_through, room
from kit.stage import camera

CUP = (0.0, 0.0, 0.0)
LINEN = "#e2d9cc"


def _stage(level=None, brew=None):
    """Table, light and camera; returns the cloth.

    A cup filled to `level` throws the light of its tea. No saucer: its far edge would stand in the
    tea as a band. The cloth reaches far behind the cup.
    """
    room(key=330, fill=0.42)
    folds = [
        (1.5, 0.9, 24, 1.9, 0.10, 0.045),
        (-1.5, 0.5, 68, 1.5, 0.08, 0.040),
        (1.1, -1.3, -16, 1.0, 0.06, 0.028),
    ]
    cloth = linen(LINEN, flat=[(0, 0, 0.75)], folds=folds)
    if brew:
        light_through(cup_glassware(CUP, level), BREWS[brew], [(cloth, LINEN)], *CUP[:2])
    camera((0, -5.1, 2.35), (0.02, 0, 0.42), 88, aperture=2.4, focus=(0, -0.38, 0.45))
    return cloth


def _flowers(height, spread, count, seed=3):
    """Whole flowers in the cup, round a height."""
    rng = random.Random(seed)

    for i in range(count):
        a = 6.283 * i / count + rng.uniform(-0.3, 0.3)
        r = spread * (0.45 + 0.55 * (i % 2))
        at = (r * math.cos(a), r * math.sin(a), height + CUP[2] + rng.uniform(0, 0.03))
        lay(rng.choice(shapes(True)), at, (rng.gauss(0, 0.3), rng.gauss(0, 0.3), a), 0.42)


def step_1():
    cloth = _stage()
    place(cup(), CUP, (0, 0, -20))
    _flowers(0.14, 0.19, 7)
    crumbs(-0.35, -1.0, 0.2, seed=19)
    place(scoop(), (-0.72, -0.74, 0), (0, 0, -28))
    heap((-0.72, -0.74, 0), 0.10, 0.08, 0.13, 9, scale=0.30, seed=5)
    lie(strew([(0.62, -0.90), (0.92, -0.52)], seed=8, scale=0.5), cloth)


def step_2():
    cloth = _stage(0.40, "weak")
    # The cup is turned: so is the place in it where the stream falls.
    foot = (-0.04 * math.cos(0.35), -0.04 * math.sin(0.35))
    place(cup(level=0.40, brew="opening", rings=foot), CUP, (0, 0, -20))
    _flowers(0.385, 0.20, 6)
    falling = [(-0.30, 0.06, 1.9), (-0.17, 0.04, 1.3), (-0.08, 0.02, 0.8), (-0.04, 0, 0.402)]
    stream(curve(falling, 60))
    lie(strew([(0.62, -0.90), (-0.80, -0.66)], seed=8, scale=0.5), cloth)


def step_3():
    cloth = _stage(0.58, "blue")
    place(cup(brew="steeped"), CUP, (0, 0, -20))
    _flowers(0.575, 0.22, 5)
    steam((0, 0, 0.58), seed=20)
    lie(strew([(0.62, -0.90), (-0.80, -0.66), (0.90, -0.50)], seed=8, scale=0.5), cloth)


def step_4():
    cloth = _stage(0.58, "violet")
    place(cup(brew="purple", lemon=-65), CUP, (0, 0, -20))
    place(lemon_half(), (-0.66, -0.86, 0.222), (14, -8, 0), 0.78)
    lie(strew([(0.62, -0.90), (0.90, -0.50)], seed=8, scale=0.5), cloth)
