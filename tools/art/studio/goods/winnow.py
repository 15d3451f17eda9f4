"""A winnowing tray: split bamboo, plaited two over two under, in a hoop. Flowers dry on it."""

import math
import random

import numpy as np

from kit.mesh import group, mesh, swept, turned
from kit.surface import Surface

STRIP, SAG, WAVE = 0.062, 0.05, 0.007


def winnow(radius=1.0, seed=1):
    """A round tray at the origin; flowers lie on it at `winnow_floor`."""
    strips = _bamboo("plait")
    parts = [_layer(axis, radius, strips, seed) for axis in (0, 1)]
    r = radius
    hoop = [(r - 0.012, 0.03), (r - 0.008, 0.15), (r + 0.012, 0.158), (r + 0.03, 0.15)]
    hoop += [(r + 0.034, 0.02), (r + 0.02, 0.006), (r - 0.008, 0.012), (r - 0.012, 0.03)]
    parts.append(turned("hoop", hoop, _bamboo("hoop", "#8f6a3a", "#c39a5d"), 160))
    parts.append(_binding(radius, seed))
    return group("winnowing tray", *parts)


def winnow_floor(r, radius=1.0):
    """The height flowers lie at, `r` from the middle."""
    return 0.022 + SAG * min(1.0, r / radius) ** 2 + WAVE


def _layer(axis, radius, material, seed):
    """All strips that run one way, as one mesh."""
    rng = random.Random(seed * 7 + axis)
    vertices, faces, uvs, tones = [], [], [], []
    count = int(2 * radius / STRIP)
    for k in range(count):
        offset = (k + 0.5) * STRIP - count * STRIP / 2
        half = math.sqrt(max(0.0, (radius - 0.004) ** 2 - offset**2))
        if half < STRIP:
            continue
        steps = max(6, int(2 * half / (STRIP / 3)))
        tone = rng.random()
        crook = rng.uniform(-0.006, 0.006)
        first = len(vertices)
        for i in range(steps + 1):
            s = -half + 2 * half * i / steps
            r2 = (s * s + offset * offset) / radius**2
            z = 0.022 + SAG * r2 + WAVE * _woven(s, k, axis)
            for j in (-1, 0, 1):
                x, y = s, offset + 0.45 * STRIP * j + crook * math.sin(3 * s + k)
                vertices.append((*((y, x) if axis else (x, y)), z - 0.003 * j * j))
                uvs.append((s + k * 1.7, 0.5 + 0.5 * j))
                tones.append((tone, tone, tone))
        for i in range(steps):
            for j in (0, 1):
                a = first + 3 * i + j
                face = (a, a + 1, a + 4, a + 3)
                faces.append(face if axis else face[::-1])
    return mesh("plait", vertices, faces, material, uvs=uvs, colours=tones)


def _woven(s, k, axis):
    """1 where a strip lies above the other way's, -1 where below: two and two, one on each row."""
    at = s / STRIP + 400.5
    low = int(math.floor(at))
    t = at - low
    t = t * t * (3 - 2 * t)

    def over(i):
        return (1 if (i + k) % 4 < 2 else -1) * (1 if axis == 0 else -1)

    return over(low) * (1 - t) + over(low + 1) * t


def _binding(radius, seed, wraps=34):
    """Cane wound round the hoop, not evenly."""
    rng = random.Random(seed)
    path = []
    for i in range(wraps):
        start = 2 * math.pi * (i + rng.uniform(-0.14, 0.14)) / wraps
        for k in range(9):
            a = start + 0.05 * k / 8
            # It goes on to the next turn on the inside, unseen.
            turn = 2 * math.pi * k / 8 + math.pi
            r = radius + 0.011 + 0.034 * math.cos(turn)
            path.append((r * math.cos(a), r * math.sin(a), 0.082 + 0.088 * math.sin(turn)))
    return swept("cane", np.array(path), 0.008, _bamboo("cane", "#6d4d28", "#a37a44"), 8)


def _bamboo(name, dark="#a98250", light="#d9bd8a"):
    s = Surface(name)
    uv = s.node("ShaderNodeUVMap").outputs[0]
    streaks = s.noise(1.0, 4, s.stretched(uv, (1.2, 7.0, 1)))
    stains = s.noise(2.2, 3)
    tone = s.math("MULTIPLY_ADD", s.math("SUBTRACT", s.painted(), 0.5), 0.55, streaks)
    tone = s.math("MULTIPLY_ADD", s.math("SUBTRACT", stains, 0.5), 0.5, tone)
    colour = s.ramp(tone, [(0.2, dark), (0.75, light)])
    normal = s.bump(streaks, 0.25, 0.004)
    return s.finish(s.principled(colour, 0.48, Specular=0.35, Normal=normal))
