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
