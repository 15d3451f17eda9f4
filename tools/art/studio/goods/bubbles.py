"""The small bubbles that a freshly poured tea gathers along the glass."""

import math
import random

import numpy as np

from kit.mesh import group, mesh
from kit.surface import Surface


def bubbles(inside, level, count=26, seed=7, avoid=None):
    """Domes of film on the surface, most of them in clusters at the wall.

    `avoid` is (x, y, radius) of something that floats there.
    """
    rng = random.Random(seed)
    radius = float(np.interp(level, [p[1] for p in inside], [p[0] for p in inside]))
    film = _film()
    centres = [rng.uniform(0, 2 * math.pi) for _ in range(4)]
    domes, taken = [], []
    for _ in range(count):
        size = 0.006 + 0.013 * rng.random() ** 2.5
        for _attempt in range(30):
            angle = rng.choice(centres) + rng.gauss(0, 0.16)
            out = radius - size - 0.004 - 0.05 * rng.random() ** 3
            x, y = out * math.cos(angle), out * math.sin(angle)
            if avoid and math.hypot(x - avoid[0], y - avoid[1]) < avoid[2] + size:
                continue
            if all(math.hypot(x - a, y - b) > size + c for a, b, c in taken):
                break
        else:
            continue
        taken.append((x, y, size))
        near_wall = max(0.0, 1 - (radius - math.hypot(x, y)) / 0.05)
        domes.append(_dome(size, (x, y, level + 0.010 * near_wall**2), film))
    return group("bubbles", *domes)


def foam(spots, height, film):
    """Domes at (x, y, size) as far as there is room; `height` gives the surface at (x, y)."""
    domes, taken = [], []
    for x, y, size in spots:
        if all(math.hypot(x - p, y - q) > 0.9 * (size + r) for p, q, r in taken):
            taken.append((x, y, size))
            domes.append(_dome(size, (x, y, height(x, y)), film))
    return group("foam", *domes)


def _dome(size, at, material, around=20, up=7):
    vertices = [(0, 0, size * 0.82)]
    for j in range(1, up + 1):
        a = math.pi / 2 * j / up
        for k in range(around):
            t = 2 * math.pi * k / around
            r = size * math.sin(a)
            vertices.append((r * math.cos(t), r * math.sin(t), size * 0.82 * math.cos(a)))
    faces = [(0, 1 + k, 1 + (k + 1) % around) for k in range(around)]
    for j in range(up - 1):
        a, b = 1 + j * around, 1 + (j + 1) * around
        faces += [(a + k, b + k, b + (k + 1) % around, a + (k + 1) % around) for k in range(around)]
    dome = mesh("bubble", vertices, faces, material)
    dome.location = at
    return dome


def _film():
    """Too thin to bend light: it only mirrors, and more so at its edge."""
    s = Surface("film")
    facing = s.node("ShaderNodeLayerWeight", {"Blend": 0.5}).outputs["Facing"]
    mirror = s.node("ShaderNodeBsdfGlossy", {"Color": "#ffffff", "Roughness": 0.02})
    straight = s.node("ShaderNodeBsdfTransparent", {0: (1, 1, 1, 1)})
    return s.finish(s.mixed_shaders(s.between(facing, 0.05, 0.5, 0.35, 1.0), straight, mirror))
