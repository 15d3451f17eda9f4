"""Water poured from above: flat as it leaves the spout, twisting, necking, breaking into drops."""

import math
import random

import numpy as np
from mathutils import Vector

from goods.vessel import clear_glass
from kit.mesh import grid_faces, group, mesh, place, turned


def stream(path, radius=0.05, twists=2.6, seed=3):
    """A stream along 3D points, ending at the surface it falls on."""
    water = clear_glass("water", 1.333)
    rng = random.Random(seed)
    points = [Vector(p) for p in path]
    rows, around = len(points), 33
    vertices = []
    for i, p in enumerate(points):
        t = i / (rows - 1)
        # Falling faster, it grows thin; surface tension gathers it into beads.
        thin = radius * (1 - 0.52 * t**0.6)
        thin *= 1 + (0.05 + 0.16 * t) * math.sin(21 * t + 3.1 * t * t) + 0.05 * math.sin(57 * t)
        flat = 0.55 * (1 - 0.6 * t)
        turn = twists * 2 * math.pi * t + 0.4 * math.sin(9 * t)
        sway = Vector((0.012 * math.sin(13 * t), 0.012 * math.cos(11 * t), 0)) * t
        for k in range(around):
            a = 2 * math.pi * k / (around - 1)
            x, y = thin * (1 + flat) * math.cos(a), thin * (1 - flat) * math.sin(a)
            dent = 1 + 0.10 * math.sin(3 * a + 8 * t)
            c, s = math.cos(turn), math.sin(turn)
            vertices.append(p + sway + Vector(((c * x - s * y) * dent, (s * x + c * y) * dent, 0)))
    # Going down, columns run the other way for the surface to face outwards.
    faces = [face[::-1] for face in grid_faces(around, rows)]
    parts = [mesh("stream", vertices, faces, water)]
    end = np.array(points[-1])
    for _ in range(6):
        r = 0.006 + 0.012 * rng.random() ** 2
        angles = np.linspace(-math.pi / 2, math.pi / 2, 10)
        ball = turned("drop", [(r * math.cos(a), r * math.sin(a)) for a in angles], water, 20)
        at = end + (rng.gauss(0, 0.08), rng.gauss(0, 0.06), 0.02 + 0.07 * rng.random() ** 1.5)
        parts.append(place(ball, tuple(at)))
    return group("stream", *parts)
