"""What a table shows that somebody sat at: crumbs of petals, drops of water."""

import math
import random

from goods.lying import lie
from goods.strewing import strew
from goods.vessel import clear_glass
from kit.mesh import group, place, turned


def crumbs(x, y, spread=0.3, count=16, seed=2, ground=0.001):
    """Bits of dried petal round a point, on a height or a cloth: most of them are dust."""
    rng = random.Random(seed)
    points = [(x + rng.gauss(0, spread), y + rng.gauss(0, spread * 0.6)) for _ in range(count)]
    for i, point in enumerate(points):
        size = 0.014 + 0.115 * rng.random() ** 2.4
        lie(strew([point], seed=seed * 31 + i, scale=size), ground, sink=0.004)


def drops(*points, seed=6, floor=0.0):
    """Water drops lying on a hard table at (x, y, radius)."""
    rng = random.Random(seed)
    water = clear_glass("water", 1.333)
    lying = []
    for x, y, radius in points:
        height = radius * 0.42
        profile = [(0, 0), (radius * 0.97, 0)]
        profile += [
            (radius * math.cos(a) ** 0.6, height * math.sin(a)) for a in (0.25, 0.55, 0.9, 1.2, 1.4)
        ]
        drop = turned("drop", profile + [(0, height)], water, 40)
        shape = (1.0, rng.uniform(0.8, 1.0), 1.0)
        lying.append(place(drop, (x, y, floor), (0, 0, rng.uniform(0, 180)), shape))
    return group("drops", *lying)
