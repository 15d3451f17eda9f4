"""Where the flowers dry: weathered boards outdoors, behind them the vine on bamboo."""

import random

from goods.slats import DRAWN, grain
from goods.vine import bloom, leaf, stem, tendril
from kit.mesh import block, place, swept, turned
from kit.surface import Surface, plain


LONG = 9.6


def boards(depth=4.6, far=2.1, board=0.52, seed=2):
    """A table of old boards, no two of one height or colour; its far edge at y = `far`."""
    rng = random.Random(seed)
    for i in range(int(depth / board)):
        wide = board - rng.uniform(0.012, 0.03)
        knots = [
            (rng.uniform(-0.16, 0.16), rng.uniform(-1.5, 1.5), rng.uniform(0.018, 0.042))
            for _ in range(rng.choice((1, 2, 2)))
        ]
        one = block("board", wide, 0.12, LONG, 0.012, _trodden(wide, knots, seed * 30 + i))
        y = far - board * (i + 0.5)
        left = -0.5 * LONG + rng.uniform(-1.4, 1.4)
        place(one, (left, y, -0.06 - rng.uniform(0, 0.010)), (90, 0, 90 + rng.gauss(0, 0.12)))
        for x in (-1.02, 0.98):
            for side in (-0.13, 0.13):
                at = x + rng.gauss(0, 0.02), y + side + rng.gauss(0, 0.015)
                _nail(*at, rng.uniform(0.011, 0.014))


def _trodden(width, knots, seed):
    """Wood outdoors for years: grain that stands up, cracks, and dust, stains and scratches that
    lie across it, which no grain does.
    """
    s = Surface("board")
    across, _, along = s.node("ShaderNodeSeparateXYZ", {0: s.coordinates()}).outputs
    u = s.math("MULTIPLY_ADD", across, 1 / width, 0.5)
    # To and fro: repeated, the drawing ended at an upright line.
    v = s.math("PINGPONG", s.math("MULTIPLY", along, 0.5 / DRAWN), 1.0)
    at = s.node("ShaderNodeCombineXYZ", {0: u, 1: v}).outputs[0]
    tile = s.node("ShaderNodeTexImage", {"Vector": at}, interpolation="Cubic")
    tile.image, tile.extension = grain(width, knots, seed), "REPEAT"
    height, tone, stain = s.node("ShaderNodeSeparateRGB", {"Image": tile.outputs[0]}).outputs
    world = s.node("ShaderNodeNewGeometry").outputs["Position"]
    specks, blots = s.noise(120, 3, world), s.noise(1.7, 6, world, 0.6)
    fine = s.noise(34, 5, world)
    tone = s.math("MULTIPLY_ADD", s.math("SUBTRACT", fine, 0.5), 0.55, tone)
    tone = s.math("MULTIPLY_ADD", s.math("SUBTRACT", specks, 0.5), 0.35, tone)
    stops = [(0.05, "#211b16"), (0.34, "#5c5044"), (0.56, "#8b7d6c"), (0.82, "#b9ad9c")]
    colour = s.ramp(tone, stops, "LINEAR")
    colour = s.mixed(s.math("MULTIPLY", stain, 0.75), colour, "#6e5238")
    # Water has stood here, and there something was spilt.
    colour = s.mixed(s.between(blots, 0.0, 0.42, 0.52, 0.66), colour, "#4a4038")
    dust = s.between(s.noise(7, 6, world), 0.0, 0.35, 0.56, 0.75)
    colour = s.mixed(dust, colour, "#c9bfae")
    slanted = s.stretched(world, (3.0, 46, 1), (0, 0, 0.5 + 0.37 * (seed % 5)))
    scratch = s.between(s.noise(1.0, 2, slanted), 0.0, 0.5, 0.73, 0.76)
    colour = s.mixed(scratch, colour, "#cdc2b0")
    shift = s.between(s.noise(0.7, 2, world), 0.80, 1.15, 0.3, 0.7)
    colour = s.shaded(colour, s.math("MULTIPLY", shift, 0.86 + 0.07 * (seed % 4)))
    normal = s.bump(height, 1.0, 0.014, s.bump(specks, 0.30, 0.004))
    rough = s.between(dust, 0.60, 0.88, 0.0, 0.35)
    return s.finish(s.principled(colour, rough, Specular=0.28, Normal=normal))


def _nail(x, y, radius):
    """A rusty head, hammered a little below the wood."""
    head = [(0.0, 0.004), (0.7 * radius, 0.003), (radius, -0.004), (radius, -0.02)]
    rust = plain("nail", "#3a2a20", 0.55, Metallic=0.5)
    place(turned("nail", head, rust, 20), (x, y, 0.002))


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
