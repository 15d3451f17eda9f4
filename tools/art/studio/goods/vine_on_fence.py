"""A picket fence with the butterfly pea on it, for a picture taken from half a metre."""

import math
import random

from mathutils import Vector

from goods.climber import bud, entwined, green, leaf, nodes, pod, shoot, sprout, wound
from goods.slats import nail, rail, slat
from kit.mesh import curve, swept

# Where the flowers of the vine look at the camera: (x, z, radius).
FACES = ((0.26, -0.18, 0.50), (-0.70, 0.06, 0.36), (1.06, 0.06, 0.36))


def grown_fence():
    """The fence and what grows on it; returns the stems, for flowers to hang from."""
    _fence()
    middle, left, right = _climbing()
    for line, seed, every in ((middle, 11, 0.33), (left, 23, 0.36), (right, 37, 0.34)):
        _leaved(line, seed, every)
    _young_growth(middle, left, right)
    _hedge()
    return middle, left, right


def _fence():
    slat(-2.06, knots=(), seed=3)
    rusty = ((-0.05, -0.55), (0.08, -0.66))
    slat(-1.12, lean=0.8, turn=2, knots=((0.07, 0.25, 0.035),), seed=4, rusty=rusty)
    rusty = ((0.03, -0.55), (0.16, -0.66))
    slat(-0.18, lean=-0.6, turn=-2, knots=((-0.08, -0.72, 0.045),), seed=5, rusty=rusty)
    slat(0.78, lean=0.5, turn=3, knots=((0.02, 0.80, 0.030), (0.11, -0.10, 0.022)), seed=6)
    slat(1.70, lean=-1.0, turn=-2, seed=7)
    rail(0.085, -0.60)
    for x in (-1.17, -0.15, 0.72):
        nail(x, -0.036, -0.55)
        nail(x + 0.13, -0.036, -0.66)


def _climbing():
    """Three stems: one up the middle slat and over to the right, one on each side."""
    up = wound(-0.18, -1.5, 0.30, start=-150, rise=1.05)
    over = [(0.12, -0.09, 0.42), (0.34, -0.10, 0.50), (0.54, -0.085, 0.62)]
    on = wound(0.78, 0.72, 1.6, start=-120, rise=1.1)
    middle = shoot(up[:-4] + over + on[2:], 0.019, 0.014, seed=1)
    left = shoot(wound(-1.12, -1.5, 1.5, start=40, rise=1.25), 0.014, 0.011, seed=2)
    right = wound(0.78, -1.4, 0.42, start=150, rise=0.95)
    right = shoot(
        right + [(1.08, -0.10, 0.66), (1.16, -0.16, 0.95), (1.30, -0.2, 1.3)], 0.013, 0.008, seed=3
    )
    return middle, left, right


def _young_growth(middle, left, right):
    """What a vine in flower has besides: a shoot that feels for a hold, a bud, a pod."""
    over = [p for p in middle if p.z > 0.22]
    shoot(entwined(over, start=1.0), 0.010, 0.007, seed=4)
    foot = min(middle, key=lambda p: p.x + abs(p.z + 0.1))
    free = [foot, foot + Vector((-0.03, -0.03, 0.10)), (-0.51, -0.12, 0.34), (-0.57, -0.17, 0.56)]
    free.append((-0.55, -0.20, 0.78))
    free = shoot(
        curve(free + [(-0.47, -0.22, 0.93), (-0.43, -0.20, 1.02)], 8), 0.010, 0.0035, seed=5
    )
    sprout(free, seed=2)
    bud((-0.70, -0.24, 0.66), (0.25, -0.35, 0.8), stem_near(left, -0.92, 0.46), 0.21, seed=3)
    hung = pod((1.20, -0.12, -0.26), (0.10, -0.04, -1), 0.80)
    link = stem_near(right, 1.00, -0.12)
    swept("stalk", curve([hung, hung + Vector((-0.02, 0, 0.06)), link], 8), 0.009, green(0.1), 10)


def _hedge(seed=6, count=30):
    """More of the plant further back, out of focus: it makes the gaps between the slats deep."""
    rng = random.Random(seed)
    for i in range(count):
        y = rng.uniform(1.4, 4.6)
        at = (rng.uniform(-1.6, 1.9) * (1 + y / 6), y, rng.uniform(-1.4, 0.95) * (1 + y / 6))
        way = (rng.uniform(-1, 1), rng.uniform(-0.6, 0.4), rng.uniform(-0.4, 0.6))
        facing = (rng.gauss(-0.2, 0.5), rng.gauss(-0.6, 0.4), rng.uniform(0.2, 0.9))
        leaf(at, way, facing, 900 + i, rng.uniform(0.28, 0.38), 2)


def stem_near(line, x, z):
    """The point of a stem next to a place that the camera sees."""
    return min(line, key=lambda p: (p.x - x) ** 2 + (p.z - z) ** 2 + 40 * max(0, p.y) ** 2)


def _leaved(line, seed, every):
    """Leaves by turns to both sides, away from the fence, their faces to the sky and the camera."""
    rng = random.Random(seed)
    for i, (at, along) in enumerate(nodes(line, every)):
        side = 1 if i % 2 else -1
        size, pairs = rng.uniform(0.29, 0.38), rng.choice((1, 2, 2))
        age = max(0.0, rng.uniform(-0.25, 0.4))
        facing = (rng.gauss(-0.25, 0.3), rng.gauss(-0.75, 0.25), rng.uniform(0.35, 0.9))
        for _ in range(12):
            out = (side * rng.uniform(0.3, 1.0), rng.uniform(-0.9, -0.2), rng.uniform(-0.4, 0.8))
            if at.y > 0.02:
                out = (side * 1.0, rng.uniform(0.1, 0.6), rng.uniform(0.0, 0.5))
            if _leaves_faces_free(at, out, size * (1.1 + 0.62 * pairs)):
                leaf(at, out, facing, seed * 50 + i, size, pairs, age)
                break
            side = -side


def _leaves_faces_free(at, out, length):
    """Whether a leaf leaves the flowers' faces free."""
    if at.y > 0.02:
        return True
    way = Vector(out).normalized() * length
    for t in (0.4, 0.7, 1.0):
        p = at + way * t
        if any(math.hypot(p.x - x, p.z - 0.2 * t * t - z) < r for x, z, r in FACES):
            return False
    return True
