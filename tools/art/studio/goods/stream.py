"""Water poured from above: flat as it leaves the spout, clear, breaking up only low down."""

import math
import random

import numpy as np
from mathutils import Vector

from goods.bubbles import froth
from goods.vessel import clear_glass
from kit.mesh import grid_faces, group, mesh, place, turned


def stream(path, radius=0.050, twists=1.5, seed=3):
    """A stream along 3D points, ending at the surface it falls on."""
    water = clear_glass("water", 1.333)
    rng = random.Random(seed)
    points = [Vector(p) for p in path]
    rows, around = len(points), 33
    vertices = []
    for i, p in enumerate(points):
        t = i / (rows - 1)
        # Falling faster, it grows thin; only low down surface tension gathers it into beads.
        thin = radius * (1 - 0.38 * t**0.6)
        beads = max(0.0, (t - 0.72) / 0.28) ** 1.4
        thin *= 1 + 0.06 * t * math.sin(26 * t) + 0.24 * beads * math.sin(75 * t)
        flat = 0.5 * (1 - 0.6 * t)
        turn = twists * 2 * math.pi * t
        sway = Vector((0.008 * math.sin(5 * t), 0.008 * math.cos(4 * t), 0)) * t
        for k in range(around):
            a = 2 * math.pi * k / (around - 1)
            x, y = thin * (1 + flat) * math.cos(a), thin * (1 - flat) * math.sin(a)
            dent = 1 + 0.09 * math.sin(3 * a + 5 * t)
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
    parts.append(froth(end))
    return group("stream", *parts)
