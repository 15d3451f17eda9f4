"""What the goods are made of: glass, ceramic, metal, wood, papers, print."""

from kit.surface import Surface


def glazed(name="ceramic", colour="#f3eee6", roughness=0.28, speckle=None):
    s = Surface(name)
    paint = colour
    if speckle:
        spots = [(0, colour), (0.66, colour), (0.71, speckle)]
        paint = s.ramp(s.noise(55), spots, "LINEAR")
    coat = dict(Clearcoat=0.35, Clearcoat_Roughness=0.12)
    return s.finish(s.principled(paint, roughness, Specular=0.5, **coat))


def brushed_metal(colour="#d8c39a", roughness=0.3, brushed=0.6):
    s = Surface("metal")
    tangent = s.node("ShaderNodeTangent", direction_type="RADIAL", axis="Z").outputs[0]
    rough = s.between(s.noise(30, 3), roughness * 0.85, roughness * 1.2)
    return s.finish(s.principled(colour, rough, Metallic=1.0, Anisotropic=brushed, Tangent=tangent))


def wood(dark="#7c4f2c", base="#a8754a", light="#c8966a", along=(1.2, 9, 9), cut=0.0):
    """Timber; pieces with different `cut` come from different places of the tree."""
    s = Surface("wood")
    at = s.node("ShaderNodeVectorMath", {0: s.coordinates(), 1: (cut, cut * 1.7, cut)})
    streaks = s.stretched(at.outputs[0], along, (0.2, 0.15, 0.4) if not cut else (0.02, 0.03, 0.01))
    grain = s.noise(1.6, 5, streaks, 1.4)
    pores = s.noise(9, 3, streaks)
    colour = s.ramp(grain, [(0.3, dark), (0.5, base), (0.72, light)])
    colour = s.mixed(
        0.35, colour, s.ramp(pores, [(0.35, "#6d5a48"), (0.55, "#ffffff")]), "MULTIPLY"
    )
    return s.finish(
        s.principled(
            colour,
            0.5,
            Specular=0.3,
            Clearcoat=0.1,
            Clearcoat_Roughness=0.35,
            Normal=s.bump(s.math("ADD", grain, pores), 0.12, 0.01),
        )
    )


def printed(file, roughness=0.42, coat=0.0, grain=0.06):
    """Printed paper or lacquered tin: a drawing laid on by the mesh's UVs."""
    s = Surface("print")
    ink = s.image(file).outputs[0]
    return s.finish(
        s.principled(
            ink,
            roughness,
            Specular=0.35,
            Clearcoat=coat,
            Clearcoat_Roughness=0.2,
            Normal=s.bump(s.noise(160), grain, 0.004),
        )
    )


def paper_label(file):
    """A drawing on uncoated paper that was glued on: tooth, fibres, ink that lies unevenly."""
    s = Surface("paper label")
    at = s.coordinates()
    clouds = s.between(s.noise(2.2, 3, at), 0.972, 1.015, 0.35, 0.65)
    mottle = s.between(s.noise(95, 3, at), 0.965, 1.02, 0.3, 0.7)
    ink = s.shaded(s.image(file).outputs[0], s.math("MULTIPLY", clouds, mottle))
    fibres = s.noise(1.0, 2, s.stretched(at, (60, 60, 200), (0.3, 0.9, 0.2)))
    tooth = s.math("MULTIPLY_ADD", fibres, 0.6, s.noise(150, 3, at))
    # Glue took the paper in unevenly: what it mirrors at a slant is never a straight band.
    glued = s.bump(s.noise(9, 3, at, 0.4), 0.16, 0.008)
    normal = s.bump(tooth, 0.11, 0.004, glued)
    rough = s.between(s.noise(5, 4, at), 0.40, 0.54, 0.3, 0.7)
    return s.finish(s.principled(ink, rough, Specular=0.32, Normal=normal))


def paper_edge():
    """Where paper was cut: white, and dull."""
    s = Surface("paper edge")
    return s.finish(s.principled("#e4dfd6", 0.8, Specular=0.15))


def handled_metal(colour="#d8c39a", roughness=0.36):
    """Brushed on the lathe, then packed by hands: lines round its axis, fingers, a few scratches.

    All of it is in how rough it is, and hardly in its colour, so that it is seen only where light
    grazes. Nowhere is it smoother than 0.3: that came out with lines like worms.
    """
    s = Surface("handled metal")
    at = s.coordinates()
    x, y, z = s.node("ShaderNodeSeparateXYZ", {0: at}).outputs
    angle = s.math("ARCTAN2", y, x)
    away = s.math("SQRT", s.math("ADD", s.math("MULTIPLY", x, x), s.math("MULTIPLY", y, y)))
    # One number across the lines, on the side and on the top; along them they drift and end.
    across = s.math("SUBTRACT", z, away)
    turned = s.node("ShaderNodeCombineXYZ", {0: across, 1: angle}).outputs[0]
    brushed = s.noise(1.0, 3, s.stretched(turned, (170, 2.2, 1)))
    bands = s.noise(1.0, 2, s.stretched(turned, (42, 0.9, 1)))
    smudges = s.between(s.noise(5, 3, at, 0.5), 0.0, 0.085, 0.50, 0.66)
    rough = s.math("ADD", s.between(brushed, roughness - 0.04, roughness + 0.05, 0.3, 0.7), smudges)
    rough = s.math("ADD", rough, s.math("MULTIPLY", _fingers(s, at), 0.10))
    rough = s.math("MAXIMUM", rough, 0.30)
    tone = s.between(brushed, 0.955, 1.03, 0.3, 0.7)
    tone = s.math("MULTIPLY", tone, s.between(bands, 0.97, 1.02, 0.3, 0.7))
    tone = s.math("MULTIPLY", tone, s.between(smudges, 1.0, 0.965, 0.0, 0.085))
    scratch = _scratches(s, at)
    tone = s.math("MULTIPLY", tone, s.between(scratch, 1.0, 1.12))
    paint = s.shaded(colour, tone)
    tangent = s.node("ShaderNodeTangent", direction_type="RADIAL", axis="Z").outputs[0]
    normal = s.bump(s.math("MULTIPLY_ADD", scratch, -0.3, brushed), 0.10, 0.003)
    metal = dict(Metallic=1.0, Anisotropic=0.55, Tangent=tangent, Normal=normal)
    return s.finish(s.principled(paint, rough, **metal))


def _fingers(s, at):
    """Ridges of fingertips, in a few spots: 1 where skin touched."""
    spots = s.node("ShaderNodeTexVoronoi", {"Vector": at, "Scale": 5.2, "Randomness": 1.0}).outputs
    near = s.between(spots["Distance"], 1.0, 0.0, 0.16, 0.34, "SMOOTHSTEP")
    few = s.node("ShaderNodeSeparateRGB", {0: spots["Color"]}).outputs[0]
    near = s.math("MULTIPLY", near, s.math("GREATER_THAN", few, 0.62))
    bent = s.math("MULTIPLY", s.noise(9, 2, at), 26.0)
    wave = s.math("MULTIPLY_ADD", spots["Distance"], 420.0, bent)
    ridges = s.math("MULTIPLY_ADD", s.math("SINE", wave), 0.35, 0.65)
    pressed = s.between(s.noise(14, 3, at), 0.2, 1.0, 0.35, 0.6)
    return s.math("MULTIPLY", s.math("MULTIPLY", near, ridges), pressed)


def _scratches(s, at):
    """Hairlines, two ways, short, straight and far between."""
    found = None
    for turn, seed in ((0.5, 0.0), (-0.9, 3.7)):
        moved = s.node("ShaderNodeVectorMath", {0: at, 1: (seed, seed, seed)}).outputs[0]
        ridge = s.noise(1.0, 0, s.stretched(moved, (1.2, 1.2, 120), (turn, 0.6 * turn, 0.2)))
        line = s.between(ridge, 0.0, 1.0, 0.80, 0.86)
        line = s.math("MULTIPLY", line, s.between(s.noise(7, 2, moved), 0.0, 1.0, 0.54, 0.64))
        found = line if found is None else s.math("MAXIMUM", found, line)
    return found
