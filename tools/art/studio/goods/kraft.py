"""Brown paper: cloudy pulp, short fibres that lie every way, a few bits of bark."""

import math

# Which ways fibres lie, in turns of a half circle: none is the first.
WAYS = (0.04, 0.19, 0.36, 0.52, 0.69, 0.87)


def kraft(s):
    """Colour and height of brown paper that stands upright, facing along y."""
    at = s.coordinates()
    # No fibre is straight.
    clouds = s.node("ShaderNodeTexNoise", {"Vector": at, "Scale": 26.0, "Detail": 1.0})
    bent = s.shaded(clouds.outputs["Color"], 0.012)
    at = s.node("ShaderNodeVectorMath", {0: at, 1: bent}).outputs[0]
    fibres = _lying(s, at, 30, 360)
    pulp = s.noise(95, 4, at)
    clouds = s.noise(4, 5, at)
    tone = s.math("MULTIPLY_ADD", clouds, 0.26, 0.02)
    tone = s.math("MULTIPLY_ADD", pulp, 0.40, tone)
    tone = s.math("MULTIPLY_ADD", fibres, 0.30, tone)
    colour = s.ramp(tone, [(0.3, "#8d663d"), (0.5, "#a97d50"), (0.75, "#bb9468")])
    pale = s.between(fibres, 0.0, 0.42, 0.71, 0.82)
    colour = s.mixed(pale, colour, "#cfae84")
    # Bark: dark, short, few.
    bark = s.between(_lying(s, at, 75, 210, 0.5), 0.0, 0.66, 0.75, 0.78)
    return s.mixed(bark, colour, "#6b4a2c"), s.math("ADD", fibres, pulp)


def _lying(s, at, along, across, first=0.0):
    """Streaks that lie every way: noise that is turned first and stretched then.

    Stretched first and turned then, all of it runs one way.
    """
    every = None
    for k, way in enumerate(WAYS):
        inputs = {"Vector": at, "Axis": (0, 1, 0), "Angle": math.pi * (way + first / 6)}
        turned = s.node("ShaderNodeVectorRotate", inputs, rotation_type="AXIS_ANGLE").outputs[0]
        apart = s.node("ShaderNodeVectorMath", {0: turned, 1: (7.1 * k + 3 * first, 0, 1.7 * k)})
        one = s.noise(1.0, 1, s.stretched(apart.outputs[0], (along, along, across)))
        every = one if every is None else s.math("MAXIMUM", every, one)
    return every
