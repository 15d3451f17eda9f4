"""What a stream of water does to the water that it falls into: foam, driven air, drops."""

import math
import random

import numpy as np

from goods.bubbles import foam
from goods.cup import INSIDE
from goods.pouring import OPEN
from goods.tea import TEA_INDEX
from goods.vessel import clear_glass
from kit.mesh import curve, group, link, off_stage, place, turned
from kit.surface import Surface


def churned(level, flowers, seed=5):
    """All that a stream stirs up in a cup filled to `level`; `flowers` lists (x, y) that float.

    Most of the air is driven down below the foot and comes up round it; what lasts longer gathers
    at the wall and at the flowers.
    """
    rng = random.Random(seed)
    ball = off_stage([_ball(_air_in_water())])[0]
    drop = off_stage([_ball(clear_glass("drop", TEA_INDEX))])[0]
    parts = [_plume(rng, ball, level), _crowd(rng, ball, level), _drops(rng, drop, level)]
    height = lambda x, y: level + _climb(x, y, level)
    parts.append(foam(_spots(rng, level, flowers), height, _film()))
    return group("churned", *parts)


def _plume(rng, ball, level, count=340):
    """Air that is driven down: dense and fine below the foot, fewer and larger where it turns."""
    parts = []
    for _ in range(count):
        deep = 0.015 + 0.27 * rng.random() ** 1.25
        wide = 0.022 + 0.22 * deep
        size = 0.0028 + 0.0085 * rng.random() ** 3 * (1 + 1.2 * deep)
        x, y = rng.gauss(0.10 * deep, wide), rng.gauss(-0.10 * deep, wide)
        parts.append(_copied(ball, (x, y, level - deep), size, rng))
    return group("plume", *parts)


def _crowd(rng, ball, level, count=150):
    """Air that has come up round the foot and lies just below the surface."""
    parts = []
    for _ in range(count):
        out = OPEN + 0.004 + 0.11 * rng.random() ** 1.8
        a = rng.uniform(0, 6.283)
        size = 0.0030 + 0.0075 * rng.random() ** 2.4
        low = 0.030 * math.exp(-(((out - OPEN) / 0.026) ** 2))
        at = (out * math.cos(a), out * math.sin(a), level - low - size * rng.uniform(1.1, 2.6))
        parts.append(_copied(ball, at, size, rng))
    return group("crowd", *parts)


def _drops(rng, drop, level, count=26):
    """Drops thrown up round the foot: many small and low, few large and high, none of them round."""
    parts = []
    for _ in range(count):
        a, out = rng.uniform(0, 6.283), OPEN + 0.02 + 0.17 * rng.random() ** 1.5
        high = 0.012 + 0.20 * rng.random() ** 2.6
        at = (out * math.cos(a), out * math.sin(a), level + high)
        parts.append(_copied(drop, at, 0.0030 + 0.0085 * rng.random() ** 2.5, rng, 1.5))
    return group("drops", *parts)


def _spots(rng, level, flowers):
    """Where bubbles stand on the surface, and how large: foot, wall, flowers."""
    radius = _radius(level)
    spots = []
    for _ in range(70):
        out, a = 0.075 + 0.085 * rng.random() ** 1.4, rng.uniform(0, 6.283)
        spots.append((out * math.cos(a), out * math.sin(a), 0.005 + 0.013 * rng.random() ** 2.2))
    at_wall = (-1.9, 0.22, 22), (-0.75, 0.16, 13), (2.5, 0.2, 14), (0.6, 0.2, 12)
    for middle, spread, count in at_wall:
        for _ in range(count):
            size, a = 0.005 + 0.012 * rng.random() ** 2.2, middle + rng.gauss(0, spread)
            out = radius - size - 0.003 - 0.035 * rng.random() ** 3
            spots.append((out * math.cos(a), out * math.sin(a), size))
    for fx, fy in flowers:
        for _ in range(13):
            a, out = rng.uniform(0, 6.283), rng.uniform(0.07, 0.115)
            x, y = fx + out * math.cos(a), fy + out * math.sin(a)
            if math.hypot(x, y) < radius - 0.02:
                spots.append((x, y, 0.004 + 0.009 * rng.random() ** 2.2))
    return sorted(spots, key=lambda spot: -spot[2])


def _radius(level):
    inside = np.array(curve(INSIDE, 8))
    return float(np.interp(level, inside[:, 1], inside[:, 0]))


def _climb(x, y, level):
    """Water stands higher at the wall."""
    from_wall = max(0.0, _radius(level) - math.hypot(x, y))
    return 0.014 * math.exp(-from_wall / 0.02)


def _copied(ball, at, size, rng, longer=1.12):
    """A ball pressed flat or drawn long by chance."""
    one = link(ball.copy())
    long = rng.uniform(1.0, longer)
    turn = [rng.uniform(-60, 60) for _ in range(3)]
    return place(one, at, turn, (size / long, size / long, size * long))


def _ball(material):
    angles = np.linspace(-math.pi / 2, math.pi / 2, 12)
    return turned("ball", [(math.cos(a), math.sin(a)) for a in angles], material, 20)


def _air_in_water():
    s = Surface("air in water")
    bubble = s.node("ShaderNodeBsdfGlass", {"IOR": 1 / TEA_INDEX, "Roughness": 0.0})
    straight = s.node("ShaderNodeBsdfTransparent", {0: (1, 1, 1, 1)})
    fake = s.only_lit_by()
    return s.finish(s.mixed_shaders(fake, bubble, straight))


def _film():
    """A small bubble's skin: clear in the middle, dark just within its edge, a bright spark."""
    s = Surface("skin")
    facing = s.node("ShaderNodeLayerWeight", {"Blend": 0.5}).outputs["Facing"]
    mirror = s.node("ShaderNodeBsdfGlossy", {"Color": "#ffffff", "Roughness": 0.02})
    shades = [(0.0, "#ffffff"), (0.45, "#f4f4fa"), (0.82, "#8e93ab"), (1.0, "#c9cbd6")]
    tint = s.ramp(facing, shades)
    straight = s.node("ShaderNodeBsdfTransparent", {0: tint})
    path = s.node("ShaderNodeLightPath").outputs
    share = s.between(facing, 0.10, 0.55, 0.3, 1.0)
    share = s.math("MULTIPLY", share, s.math("SUBTRACT", 1.0, path["Is Shadow Ray"]))
    return s.finish(s.mixed_shaders(share, straight, mirror))
