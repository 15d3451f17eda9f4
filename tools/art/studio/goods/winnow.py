"""A winnowing tray: split bamboo, plaited two over two under, in a hoop. Flowers dry on it."""

import math
import random

from kit.mesh import group, mesh, swept
from kit.surface import Surface

STRIP, SAG, WAVE = 0.062, 0.05, 0.007


def winnow(radius=1.0, seed=1):
    """A round tray at the origin; flowers lie on it at `winnow_floor`."""
    strips = _bamboo("plait")
    parts = [_layer(axis, radius, strips, seed) for axis in (0, 1)]
    parts += _rim(radius, seed)
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


def _rim(radius, seed, stakes=46):
    """A low wall of canes that go before and behind its stakes, closed by a twisted border.

    Split by hand, no cane is as thick as the next; where one ends, another begins beside it.
    """
    rng = random.Random(seed * 11)
    cane, stake = _cane("cane", "#8a6132", "#cfa467"), _bamboo("stake", "#7d5a30", "#b98f55")
    out, parts = radius + 0.010, []
    for k in range(5):
        thick, high = rng.uniform(0.0135, 0.0175), 0.022 + 0.030 * k
        first, tone = rng.uniform(0, 6.283), rng.random()
        path = []
        for i in range(stakes * 9 + 1):
            a = first + (2 * math.pi + 0.10) * i / (stakes * 9)
            weave = math.cos(0.5 * stakes * a + math.pi * k)
            # Its end lies on its beginning.
            lap = 0.012 * max(0.0, i / (stakes * 9) - 0.985) / 0.015
            r = out + 0.015 * weave + 0.004 * math.sin(3.1 * a + k) + lap
            z = high + 0.004 * math.sin(5 * a + 2 * k) + 0.003 * math.sin(17 * a + k)
            path.append((r * math.cos(a), r * math.sin(a), z))
        uneven = lambda t, th=thick, at=first: th * (1 + 0.10 * math.sin(43 * t + at))
        one = swept("cane", path, uneven, cane, 10)
        one.color = (tone, 0, 0, 1)
        parts.append(one)
    for i in range(stakes):
        a = 2 * math.pi * (i + rng.uniform(-0.10, 0.10)) / stakes
        lean = rng.gauss(0, 0.012)
        foot = (out * math.cos(a), out * math.sin(a), 0.0)
        head = (out * math.cos(a + lean), out * math.sin(a + lean), 0.175 + rng.uniform(0, 0.012))
        parts.append(swept("stake", [foot, head], 0.011, stake, 8))
    for half in (0, 1):
        path, coils = [], 58
        for i in range(coils * 14 + 1):
            a = 2 * math.pi * i / (coils * 14)
            turn = coils * a / 2 + math.pi * half + 0.25 * math.sin(7 * a + seed)
            r = out + 0.017 * math.cos(turn)
            z = 0.172 + 0.015 * math.sin(turn) + 0.004 * math.sin(4 * a + seed)
            path.append((r * math.cos(a), r * math.sin(a), z))
        one = swept("border", path, 0.0165, cane, 10)
        one.color = (rng.random(), 0, 0, 1)
        parts.append(one)
    return parts


def _cane(name, dark, light):
    """Split cane: darker at its joints, scuffed pale where hands take it, fibres along it."""
    s = Surface(name)
    at = s.coordinates()
    stains = s.noise(3.0, 5, at)
    fine = s.noise(48, 4, at)
    own = s.node("ShaderNodeSeparateRGB", {"Image": s.node("ShaderNodeObjectInfo").outputs[1]})
    tone = s.math("MULTIPLY_ADD", fine, 0.55, s.math("MULTIPLY", stains, 0.75))
    tone = s.math("MULTIPLY_ADD", s.math("SUBTRACT", own.outputs[0], 0.5), 0.28, tone)
    colour = s.ramp(tone, [(0.42, "#5e4120"), (0.55, dark), (0.80, light)])
    colour = s.mixed(s.between(s.noise(11, 3, at), 0.0, 0.6, 0.62, 0.74), colour, "#dcc191")
    normal = s.bump(fine, 0.45, 0.004, s.bump(s.noise(170, 2, at), 0.25, 0.002))
    rough = s.between(stains, 0.36, 0.6, 0.3, 0.7)
    return s.finish(s.principled(colour, rough, Specular=0.4, Normal=normal))


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
