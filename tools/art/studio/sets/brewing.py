"""How to brew, four steps seen by one camera: flowers, hot water, steeping, lemon."""

import math
import random

from goods.bowl import scoop
from goods.cup import cup, saucer
from goods.flower import shapes
from goods.lemon import lemon_half
from goods.stream import stream
from goods.strewing import heap, lay, strew
from kit.mesh import curve, place
from kit.stage import air, backdrop, camera, clear_stage, glass_cards, window_light

CUP = (0.0, 0.0, 0.045)


def _stage():
    clear_stage()
    backdrop("#c9bbeb", depth=3.8, bend=2.6).visible_glossy = False
    air()
    place(saucer(), (0, 0, 0))
    window_light(0.4, key=230)
    glass_cards()
    camera((0, -5.1, 2.35), (0.02, 0, 0.42), 88, aperture=4.0, focus=(0, -0.38, 0.45))


def _flowers(height, spread, count, seed=3):
    """Whole flowers in the cup, round a height."""
    rng = random.Random(seed)

    for i in range(count):
        a = 6.283 * i / count + rng.uniform(-0.3, 0.3)
        r = spread * (0.45 + 0.55 * (i % 2))
        at = (r * math.cos(a), r * math.sin(a), height + CUP[2] + rng.uniform(0, 0.03))
        lay(rng.choice(shapes(True)), at, (rng.gauss(0, 0.3), rng.gauss(0, 0.3), a), 0.42)


def step_1():
    _stage()
    place(cup(), CUP, (0, 0, -20))
    _flowers(0.14, 0.19, 7)
    place(scoop(), (-0.72, -0.74, 0), (0, 0, -28))
    heap((-0.72, -0.74, 0), 0.10, 0.08, 0.13, 9, scale=0.30, seed=5)
    strew([(0.62, -0.90), (0.92, -0.52)], seed=8, scale=0.5)


def step_2():
    _stage()
    place(cup(level=0.40, brew="weak"), CUP, (0, 0, -20))
    _flowers(0.385, 0.20, 6)
    falling = [(-0.30, 0.06, 1.9), (-0.17, 0.04, 1.3), (-0.08, 0.02, 0.8), (-0.04, 0, 0.446)]
    stream(curve(falling, 40))
    strew([(0.62, -0.90), (-0.80, -0.66)], seed=8, scale=0.5)


def step_3():
    _stage()
    place(cup(brew="blue"), CUP, (0, 0, -20))
    _flowers(0.575, 0.22, 5)
    strew([(0.62, -0.90), (-0.80, -0.66), (0.90, -0.50)], seed=8, scale=0.5)


def step_4():
    _stage()
    place(cup(brew="purple", lemon=-65), CUP, (0, 0, -20))
    place(lemon_half(), (-0.66, -0.86, 0.225), (54, -16, 0), 0.78)
    strew([(0.62, -0.90), (0.90, -0.50)], seed=8, scale=0.5)
