"""Laying flowers out: one by one, strewn, heaped in a vessel."""

import math
import random

import bpy
import numpy as np

from goods.flower import dried
from goods.living_flower import picked
from kit.mesh import link, vertices_of


def lay(shape, at, turn, scale=1.0):
    """A copy of a flower; `turn` in radians."""
    one = link(shape.copy())
    # Mirrored in a cup, flowers turn into dark blotches.
    one.visible_glossy = False
    one.location = at
    one.rotation_euler = turn
    one.scale = (scale,) * 3
    return one


def settle(things, floor=0.004):
    """Lowers things until they touch the floor."""
    bpy.context.view_layer.update()
    for thing in things:
        lowest = np.percentile(vertices_of(thing)[:, 2], 2)
        thing.location.z -= float(lowest) - floor


def strew(points, seed=4, scale=0.55, floor=0.004):
    """Dried flowers at (x, y) points on the floor."""
    rng = random.Random(seed)
    strewn = []
    for x, y in points:
        turn = (rng.gauss(0, 0.4), rng.gauss(0, 0.4), rng.random() * 6.283)
        size = scale * rng.uniform(0.85, 1.12)
        strewn.append(lay(rng.choice(dried()), (x, y, 0.2), turn, size))
    settle(strewn, floor)
    return strewn


def fresh(*places, floor=0.004):
    """Fresh flowers, each (shape, x, y, tilt, roll, turn, scale), angles in degrees."""
    laid = []
    for shape, x, y, tilt, roll, turn, scale in places:
        angles = [math.radians(a) for a in (tilt, roll, turn)]
        laid.append(lay(picked()[shape], (x, y, 0.3), angles, scale))
    settle(laid, floor)
    return laid


def heap(centre, radius, floor, peak, count, scale=0.62, seed=1, flat=0.45, vessel=None):
    """A dome of dried flowers inside a radius, in three layers, none inside another.

    `vessel` lists (height, inner radius) from bottom to rim; flowers are kept within it.
    """
    rng = random.Random(seed)
    apart = (0.155 * scale / 0.62) ** 2
    points = []
    for layer in range(3):
        for _ in range(count // 3):
            for _attempt in range(40):
                r = radius * (0.62 + 0.19 * layer) * math.sqrt(rng.random())
                a = rng.random() * 6.283
                z = floor + (peak - floor) * (1 - (r / radius) ** 2)
                z += -0.075 * (2 - layer) * scale / 0.62 + rng.uniform(-0.02, 0.02)
                p = (r * math.cos(a), r * math.sin(a), z)
                if all(
                    (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + 2 * (p[2] - q[2]) ** 2 > apart
                    for q in points
                ):
                    break
            points.append(p)
    for p in points:
        at = [c + q for c, q in zip(centre, p)]
        turn = (rng.gauss(0, flat), rng.gauss(0, flat), rng.random() * 6.283)
        one = lay(rng.choice(dried()), at, turn, scale * rng.uniform(0.85, 1.12))
        if vessel and not _kept_within(one, centre, vessel):
            bpy.data.objects.remove(one)


def _kept_within(one, centre, vessel, margin=0.012):
    """Pushes a flower inwards, then upwards, until it is clear of the vessel's wall."""
    heights, radii = np.array(vessel).T
    for _ in range(8):
        bpy.context.view_layer.update()
        p = vertices_of(one) - np.array(centre)
        distance = np.hypot(p[:, 0], p[:, 1])
        low = p[:, 2] < heights[-1] + 0.01
        too_far = np.where(low, distance - np.interp(p[:, 2], heights, radii) + margin, -1).max()
        if too_far <= 0:
            return True
        at = np.array(one.location[:2]) - np.array(centre[:2])
        away = max(np.hypot(*at), 1e-6)
        at *= max(0, away - too_far) / away
        one.location.x, one.location.y = at + np.array(centre[:2])
        one.location.z += 0.012
    return False
