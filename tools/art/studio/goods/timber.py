"""Sawn timber: year rings cut lengthwise, open vessels, an oiled surface that was used."""

import math

from kit.surface import Surface

# Dark late wood, the wood between, pale early wood.
TEAK = ("#2e1f15", "#573c28", "#765840")


def timber(tones, cut, tone, pith, rings=36.0, vessels=0.8):
    """Boards with different `cut` come from different places of a tree; grain runs along x.

    `pith` is how far below the board the heart of the tree lay: near it rings open into arches,
    far from it they are all but straight. `vessels` is how dark the open pores are.
    """
    s = Surface("timber")
    at = s.coordinates()
    at = s.node("ShaderNodeVectorMath", {0: at, 1: (7.3 * cut, 0, 0)}).outputs[0]
    ring = _ring(s, at, rings, pith, cut)
    # Wood darkens slowly until winter, then soon is pale again; no two years were alike, and along
    # the grain a ring fades and comes back. Drawn evenly, rings look like contour lines on a map.
    age = s.math("FRACT", ring)
    late = s.math("MULTIPLY", s.math("POWER", age, 2.2), s.between(age, 1.0, 0.0, 0.90, 1.0))
    year = s.noise(1.0, 1, s.node("ShaderNodeCombineXYZ", {0: s.math("FLOOR", ring)}).outputs[0])
    faded = s.noise(1.0, 3, s.stretched(at, (0.9, 4.5, 4.5)), 0.6)
    strong = s.between(s.math("MULTIPLY_ADD", year, 0.6, faded), 0.25, 1.5, 0.55, 1.1)
    late = s.math("MULTIPLY", late, strong)
    fibre = s.noise(1.0, 3, s.stretched(at, (5.0, 130, 130)))
    streak = s.noise(1.0, 3, s.stretched(at, (0.45, 9, 9)), 0.4)
    depth = s.math("MULTIPLY_ADD", late, 0.58, s.between(streak, -0.10, 0.42, 0.25, 0.75))
    depth = s.math("ADD", depth, s.between(fibre, -0.16, 0.16, 0.25, 0.75))
    dark, base, pale = tones
    colour = s.ramp(depth, [(0.0, pale), (0.42, base), (0.95, dark)], "LINEAR")
    pore = _pores(s, at, late, vessels)
    colour = s.mixed(pore, colour, s.shaded(dark, 0.42))
    clouds = s.between(s.noise(1.7, 4, at, 0.5), 0.86, 1.12, 0.3, 0.7)
    colour = s.shaded(colour, s.math("MULTIPLY", clouds, tone))
    colour = s.shaded(colour, _across(s, at))
    dents, scratch, rubbed = _used(s, at)
    colour = s.mixed(rubbed, colour, s.shaded(pale, 1.35))
    colour = s.mixed(s.between(dents, 0.35, 0.0), colour, s.shaded(dark, 0.7))
    rough = s.between(s.noise(6, 4, at), 0.36, 0.52, 0.3, 0.7)
    rough = s.math("ADD", rough, s.math("MULTIPLY", pore, 0.25))
    height = s.math("SUBTRACT", s.math("MULTIPLY", fibre, 0.25), pore)
    normal = s.bump(dents, 0.5, 0.02)
    normal = s.bump(scratch, 0.08, 0.002, normal)
    normal = s.bump(height, 0.35, 0.003, normal)
    return s.finish(s.principled(colour, rough, Specular=0.36, Normal=normal))


def _ring(s, at, rings, pith, cut):
    """The year at each point: its distance from a heart that wanders below the board."""
    bend = s.noise(1.0, 2, s.stretched(at, (0.30, 0.55, 0.55)))
    waver = s.noise(1.0, 3, s.stretched(at, (1.1, 2.6, 2.6)))
    parts = s.node("ShaderNodeSeparateXYZ", {0: at}).outputs
    off = 0.30 * math.sin(5.1 * cut + 0.7)
    y = s.math("ADD", s.math("MULTIPLY_ADD", bend, 1.1, parts[1]), off - 0.55)
    # The stem tapers, so a lengthwise cut crosses ring after ring.
    x = s.math("MULTIPLY_ADD", parts[0], 0.13, 0.0)
    z = s.math("ADD", s.math("ADD", parts[2], x), pith)
    z = s.math("MULTIPLY_ADD", s.math("SUBTRACT", bend, 0.5), 0.9, z)
    away = s.math("SQRT", s.math("ADD", s.math("POWER", y, 2.0), s.math("POWER", z, 2.0)))
    year = s.math("MULTIPLY", away, rings)
    return s.math("MULTIPLY_ADD", waver, 1.3, year)


def _pores(s, at, late, vessels):
    """Vessels cut open lengthwise: fine dark dashes, most of them in the wood of spring."""
    fine = s.noise(1.0, 1, s.stretched(at, (19, 210, 210)))
    coarse = s.noise(1.0, 1, s.stretched(at, (11, 110, 110)))
    spring = s.between(late, 0.10, 0.0, 0.0, 0.55)
    few = s.between(s.math("ADD", coarse, spring), 0.0, 1.0, 0.66, 0.74)
    many = s.between(s.math("ADD", fine, spring), 0.0, 0.8, 0.66, 0.76)
    return s.math("MULTIPLY", s.math("MAXIMUM", few, many), vessels)


def _across(s, at):
    """What does not run along the grain, or a board that is a little out of focus is only smeared:
    fibres that wave and so take light in bands, and specks of dirt and wax."""
    waves = s.noise(1.0, 2, s.stretched(at, (4.5, 0.8, 0.8), (0, 0, 0.12)), 0.5)
    bands = s.between(waves, 0.88, 1.12, 0.34, 0.66)
    specks = s.between(s.noise(38, 4, at), 0.84, 1.14, 0.33, 0.67)
    fine = s.between(s.noise(110, 2, at), 0.90, 1.10, 0.3, 0.7)
    return s.math("MULTIPLY", bands, s.math("MULTIPLY", specks, fine))


def _used(s, at):
    """Shallow dents, hairlines across the grain, pale scratches where a thing was drawn along."""
    warped = s.node("ShaderNodeTexNoise", {"Vector": at, "Scale": 9.0}).outputs["Color"]
    bent = s.node("ShaderNodeVectorMath", {0: warped}, operation="SCALE")
    s.set(bent.inputs["Scale"], 0.05)
    places = s.node("ShaderNodeVectorMath", {0: at, 1: bent.outputs[0]}).outputs[0]
    cells = s.node("ShaderNodeTexVoronoi", {"Vector": places, "Scale": 2.4, "Randomness": 1.0})
    dents = s.between(cells.outputs["Distance"], 0.0, 1.0, 0.02, 0.07, "SMOOTHSTEP")
    lines = s.noise(1.0, 2, s.stretched(at, (70, 3.0, 3.0), (0, 0, 0.7)))
    drawn = s.noise(1.0, 1, s.stretched(at, (2.2, 95, 95), (0, 0, -0.55)))
    rubbed = s.between(drawn, 0.0, 0.35, 0.735, 0.76)
    return dents, s.between(lines, 1.0, 0.0, 0.70, 0.74), rubbed
