"""Dried flowers as a hand spills them: a loose heap that touches, some that rolled on, crumbs."""

import math
import random

import bpy
import numpy as np

from goods.flower import dried, scraps
from goods.lying import lie, rest
from goods.strewing import lay
from kit.mesh import vertices_of

CELL = 0.012


def spill(x, y, count=4, strays=1, crumbs=6, way=0.0, reach=0.4, scale=0.55, seed=4, floor=0.003):
    """Flowers round (x, y) that touch each other, and `strays` up to `reach` away.

    They were thrown in the direction `way` (degrees): what rolled on lies there. `floor` is a
    height or a cloth. Returns all of it.
    """
    rng = random.Random(seed)
    covered, spilt = set(), []
    for i in range(count + strays + crumbs):
        if i < count + strays:
            size = scale * rng.choice((0.72, 0.9, 0.95, 1.0, 1.05, 1.22))
            one = _turned(rng, rng.choice(dried()), size)
        else:
            size = scale * rng.choice((0.09, 0.12, 0.16, 0.2, 0.3, 0.5))
            kind = dried() if size < 0.14 * scale else scraps()
            one = _turned(rng, rng.choice(kind), size)
        near = i < count
        at = _touching(rng, one, covered, x, y) if near else None
        if not at:
            at = _strayed(rng, one, covered, x, y, math.radians(way), reach)
        one.location.x, one.location.y = at
        covered |= _cells(_footprint(one), *at)
        lie([one], floor, sink=0.010 if i < count + strays else 0.003)
        spilt.append(one)
    return spilt


def _turned(rng, shape, size):
    turn = (rng.gauss(0, 0.5), rng.gauss(0, 0.5), rng.random() * 6.283)
    one = lay(shape, (0, 0, 0.2), turn, size)
    bpy.context.view_layer.update()
    rest(one)
    return one


def _footprint(one):
    points = vertices_of(one)[::5, :2]
    return points - np.array(one.matrix_world.translation[:2])


def _cells(points, x, y):
    return set(map(tuple, np.floor((points + (x, y)) / CELL).astype(int).tolist()))


def _touching(rng, one, covered, x, y):
    """Where it comes to lie when it is pushed towards the middle until it meets the others."""
    points = _footprint(one)
    if not covered:
        return x, y
    angle, last = rng.random() * 6.283, None
    # Petals give way: what meets lies on each other by a tenth.
    for away in np.arange(0.6, 0.0, -0.01):
        at = x + away * math.cos(angle), y + away * math.sin(angle) * 0.8
        cells = _cells(points, *at)
        if len(cells & covered) > 0.10 * len(cells):
            return last
        last = at
    return last


def _strayed(rng, one, covered, x, y, way, reach):
    """A free place, most likely in the direction of the throw."""
    points = _footprint(one)
    for _ in range(30):
        angle = rng.gauss(way, 0.9)
        away = reach * (0.35 + 0.65 * rng.random())
        at = x + away * math.cos(angle), y + 0.7 * away * math.sin(angle)
        if not _cells(points, *at) & covered:
            break
    return at
