"""A linen runner on a table: hemmed, creased where it was folded away, frayed at its end."""

import math
import random

import numpy as np

from goods.linen import unmirrored, woven
from kit.colour import smooth
from kit.mesh import grid_faces, mesh
from kit.noise import layered_noise, value_noise

CELL = 0.02
THICK = 0.012


def runner(width, depth, at, turn, flat=(), colour="#ece8e1", seed=3):
    """Its near end at `at`, laid away from the camera and turned by `turn` degrees.

    `flat` lists (x, y, radius) of things that press it on to the table.
    """
    columns, rows = int(width / CELL) | 1, int(depth / CELL)
    u, v = [g.ravel() for g in np.meshgrid(np.linspace(-1, 1, columns), np.linspace(0, 1, rows))]
    # No edge is cut quite straight, nor does it stay where it was.
    x = u * (0.5 * width + 0.020 * value_noise(v * 3.1, np.sign(u), seed=seed))
    y = v * depth + 0.022 * value_noise(u * 1.7, v * 0 + 2, seed=seed) * (1 - v)
    z = _risen(x, y, u, width, seed)
    a = math.radians(turn)
    world_x = at[0] + x * math.cos(a) - y * math.sin(a)
    world_y = at[1] + x * math.sin(a) + y * math.cos(a)
    loose = np.ones_like(x)
    for fx, fy, radius in flat:
        loose = loose * smooth(radius, radius + 0.30, np.hypot(world_x - fx, world_y - fy))
    points = np.c_[world_x, world_y, THICK + z * loose]
    cloth = mesh("runner", points, grid_faces(columns, rows), woven(colour, 0.009))
    thick = cloth.modifiers.new("cloth", "SOLIDIFY")
    thick.thickness, thick.offset = THICK - 0.002, -1
    _frayed(points[:columns], a, cloth.data.materials[0], seed)
    return unmirrored(cloth)


def _risen(x, y, u, width, seed):
    """How far it stands off the table: waves that run through, creases, edges, one raised corner."""
    z = 0.010 * np.clip(layered_noise(x * 1.3 + y * 0.5, y * 0.9, seed=seed, layers=2) + 0.5, 0, 2)
    # It was folded in three along, and in four across; the iron did not reach everywhere.
    for off, strong in ((x - 0.17 * width, 0.9), (x + 0.18 * width, 0.6)):
        pressed = 0.6 + 0.4 * value_noise(y * 1.5, y * 0, seed=seed + 4)
        z += 0.013 * strong * pressed * np.exp(-np.abs(off) / 0.018)
    for line in (0.62, 1.75, 2.9):
        off = y - line - 0.015 * value_noise(x * 2, x * 0 + line, seed=seed)
        z += 0.011 * np.exp(-np.abs(off) / 0.016)
    # A soft fold pushed up where somebody put the cup down.
    along = 0.86 * x + 0.5 * y
    across = -0.5 * x + 0.86 * y - 0.30 + 0.05 * value_noise(along * 2, along * 0, seed=seed + 9)
    z += 0.034 * np.exp(-((across / 0.075) ** 2)) * smooth(0.02, 0.42, along)
    edge = 0.5 * width - np.abs(x)
    hem = smooth(0.066, 0.060, edge)
    stitched = np.exp(-(((edge - 0.058) / 0.005) ** 2)) * (0.6 + 0.4 * np.sin(y * 260))
    z += 0.006 * hem - 0.004 * stitched
    lifted = np.clip(value_noise(y * 1.6, np.sign(x), seed=seed + 5), 0, 1)
    z += 0.018 * smooth(0.10, 0.0, edge) * lifted
    corner = np.hypot((0.5 * width - x) / 0.30, y / 0.24)
    return z + 0.055 * np.clip(1 - corner, 0, 1) ** 1.6


def _frayed(edge, turn, material, seed):
    """The threads left when those across them were drawn out."""
    rng = random.Random(seed)
    out = np.array((math.sin(turn), -math.cos(turn), 0))
    side = np.array((math.cos(turn), math.sin(turn), 0))
    vertices, faces = [], []
    count = int(np.linalg.norm(edge[-1] - edge[0]) / 0.0085)
    for k in range(count):
        share = (k + rng.uniform(-0.3, 0.3)) / count * (len(edge) - 1)
        i = min(max(int(share), 0), len(edge) - 2)
        start = edge[i] + (edge[i + 1] - edge[i]) * (share - i)
        length, sway = rng.uniform(0.045, 0.075), rng.gauss(0, 0.012)
        bend, rise = rng.gauss(0, 0.010), rng.uniform(0.2, 1.0)
        first = len(vertices)
        for j in range(5):
            t = j / 4
            p = start + out * (length * t - 0.004) + side * (sway * t + bend * t * t)
            low = 0.003 + (start[2] - 0.004) * (1 - t) ** (2 * rise)
            for s in (-1, 1):
                vertices.append((*(p[:2] + side[:2] * s * (0.0030 - 0.0015 * t)), low))
        faces += [
            (first + 2 * j, first + 2 * j + 1, first + 2 * j + 3, first + 2 * j + 2)
            for j in range(4)
        ]
    return mesh("fringe", vertices, faces, material)
