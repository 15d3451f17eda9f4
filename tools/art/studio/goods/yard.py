"""Where the flowers dry: weathered boards outdoors, behind them the vine on bamboo."""

import math
import random

from goods.materials import wood
from goods.vine import bloom, leaf, stem, tendril
from kit.mesh import block, swept
from kit.surface import Surface, plain


def boards(width=12.0, depth=4.6, far=2.1, board=0.52, seed=2):
    """A table of old boards, no two of one height or colour; its far edge at y = `far`."""
    rng = random.Random(seed)
    count = int(depth / board)
    for i in range(count):
        cut, along = 1.9 * (i + 1), (0.5, 8, 8)
        grey = wood("#544639", "#84735f", "#a8977f", along, cut, vessels=0.7)
        one = block("board", width, board - rng.uniform(0.012, 0.03), 0.12, 0.012, grey)
        y = far - board * (i + 0.5)
        one.location = (rng.uniform(-0.8, 0.8), y, -0.12 - rng.uniform(0, 0.008))
        one.rotation_euler = (math.radians(rng.gauss(0, 0.25)), 0, math.radians(rng.gauss(0, 0.2)))


def trellis(at=3.3, seed=4):
    """Bamboo poles that carry the vine; light comes through its leaves."""
    rng = random.Random(seed)
    for x, slant in ((-2.35, 0.10), (-0.25, -0.06), (1.95, 0.05)):
        _pole((x, at, -2.0), (x + slant, at + 0.05, 3.6), 0.060)
    for z, drop in ((0.52, 0.05), (1.55, -0.08)):
        _pole((-5.0, at - 0.10, z), (5.0, at - 0.10, z + drop), 0.045)
    for k in range(7):
        x = -3.1 + k * 1.0 + rng.uniform(-0.3, 0.3)
        way = [(x, at - 0.15, -0.8)]
        for j in range(1, 6):
            x += rng.uniform(-0.25, 0.5)
            way.append((x, at - 0.15 + rng.gauss(0, 0.07), -0.8 + 0.52 * j))
        line = stem(way, 0.016)
        for i in range(4, len(line), 4):
            side = rng.choice((-1, 1))
            towards = (side * rng.uniform(0.4, 1.0), rng.uniform(-0.9, 0.2), rng.uniform(-0.3, 0.8))
            leaf(line[i], towards, seed=seed * 100 + k * 20 + i, size=rng.uniform(0.22, 0.34))
    flowers = [(1, -1.55, 1.02, -14, 20), (3, 1.18, 0.86, 10, -24), (0, 2.6, 1.42, 4, 12)]
    for shape, x, z, roll, turn in flowers:
        bloom(shape, (x, at - 0.62, z), 12, roll, turn, 0.95, from_=(x + 0.06, at - 0.15, z + 0.3))
    tendril((0.62, at - 0.18, 1.5), (0.6, -0.5, 0.5))


def canopy(sun, over=(0.0, -0.1), size=(7.6, 4.3), height=1.8):
    """A roof that only the sun meets: flowers keep their colour when they dry in the shade."""
    roof = block("canopy", *size, 0.02, 0.004, plain("canopy", "#808080"))
    x, y, z = sun
    roof.location = (over[0] + x * height / z, over[1] + y * height / z, height)
    roof.visible_camera = roof.visible_diffuse = False
    roof.visible_glossy = roof.visible_transmission = False


def _pole(start, end, radius):
    """Bamboo: a ring at every joint."""
    steps = 90
    path = [[a + (b - a) * i / steps for a, b in zip(start, end)] for i in range(steps + 1)]

    def thick(t):
        joint = abs((t * 11) % 1 - 0.5)
        return radius * (1 - 0.10 * t + 0.13 * max(0, 1 - joint / 0.05))

    return swept("pole", path, thick, _bamboo_pole(), 20)


def _bamboo_pole():
    s = Surface("pole")
    stains = s.noise(1.6, 4)
    streaks = s.noise(1.0, 3, s.stretched(s.coordinates(), (22, 22, 1.2)))
    tone = s.math("MULTIPLY_ADD", streaks, 0.5, s.math("MULTIPLY", stains, 0.5))
    colour = s.ramp(tone, [(0.3, "#6f6136"), (0.55, "#a08c52"), (0.75, "#bba56b")])
    return s.finish(s.principled(colour, 0.45, Specular=0.35))
