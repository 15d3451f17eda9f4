"""Glass vessels and what is in them: one shared surface where glass and liquid touch."""

import bpy
import numpy as np

from goods.handle import fused
from goods.tea import GLASS_INDEX, TEA_INDEX, liquid
from kit.mesh import turned
from kit.photons import AIR, Glassware
from kit.surface import Surface

# A liquid climbs the glass by 1.6 mm and is level again within a centimetre.
CLIMB, CAPILLARY = 0.016, 0.019


def clear_glass(name="glass", index=GLASS_INDEX, colour="#fdfefe", straight_below=None):
    """Glass that lets shadow rays through, less where they graze it: soft shadows, no noise.

    Below a height `straight_below`, light leaves it as it came (see `filled`).
    """
    s = Surface(name)
    solid = s.node("ShaderNodeBsdfGlass", {"IOR": index, "Roughness": 0.0, "Color": colour})
    facing = s.node("ShaderNodeLayerWeight", {"Blend": 0.35}).outputs["Facing"]
    light = s.ramp(facing, [(0.0, "#f6f6f8"), (0.55, "#e6e6ee"), (1.0, "#77757f")])
    straight = s.node("ShaderNodeBsdfTransparent", {0: light})
    fake = s.only_lit_by()
    if straight_below is not None:
        solid = _straight_out(s, solid, straight_below)
    return s.finish(s.mixed_shaders(fake, solid, straight))


def _straight_out(s, solid, below):
    height = s.node("ShaderNodeSeparateXYZ", {0: s.coordinates()}).outputs[2]
    leaving = s.node("ShaderNodeNewGeometry").outputs["Backfacing"]
    share = s.math("MULTIPLY", leaving, s.between(height, 1, 0, below - 0.01, below + 0.01))
    return s.mixed_shaders(share, solid, s.node("ShaderNodeBsdfTransparent", {0: (1, 1, 1, 1)}))


def thin_glass():
    """A wall that mirrors, more where it is seen at a slant, and lets all else pass straight on.

    Where one looks along it, through its edge, there is a dark, a bright and a dark line.
    """
    s = Surface("thin glass")
    slant = s.node("ShaderNodeLayerWeight", {"Blend": 0.5}).outputs["Facing"]
    tint = s.ramp(
        slant,
        [
            (0.0, "#fcfdfd"),
            (0.60, "#f6f7f9"),
            (0.74, "#d2d4da"),
            (0.83, "#8f929c"),
            (0.90, "#eef0f4"),
            (0.97, "#a3a5ae"),
            (1.0, "#5b5d66"),
        ],
    )
    straight = s.node("ShaderNodeBsdfTransparent", {0: tint})
    mirror = s.node("ShaderNodeBsdfGlossy", {"Color": "#ffffff"}, distribution="SHARP")
    share = s.math("MULTIPLY_ADD", s.math("POWER", slant, 5.0), 0.6, 0.06)
    unseen = s.only_lit_by()
    share = s.math("MULTIPLY", share, s.math("SUBTRACT", 1.0, unseen))
    return s.finish(s.mixed_shaders(share, straight, mirror))


# How dark it is below a solid foot, from the middle outwards.
UNDER_SOLID = [(0.0, "#b9b4c2"), (0.50, "#a29dae"), (0.62, "#807b8e"), (0.74, "#bbb7c3")]


def shade_below(radius, reach=None, dark=UNDER_SOLID, height=0.003):
    """The shade where a glass of that foot stands: glass that lets shadow rays through has none."""
    s = Surface("shade")
    out = s.node("ShaderNodeVectorMath", {0: s.coordinates()}, operation="LENGTH")
    reach = reach or radius * 1.62
    tint = s.ramp(s.math("DIVIDE", out.outputs["Value"], reach), [*dark, (1.0, "#ffffff")])
    material = s.finish(s.node("ShaderNodeBsdfTransparent", {0: tint}))
    shade = turned("shade", [(reach, height), (radius, height), (0, height)], material, 96)
    shade.visible_shadow = shade.visible_diffuse = False
    return shade


def filled(
    name,
    outside,
    rim,
    inside,
    level=None,
    brew=None,
    near=(0, 0, 0),
    segments=192,
    rings=None,
    rod=None,
    straight=False,
):
    """A turned glass and its liquid, as a list of parts; all profiles run upwards.

    Below the liquid's edge the glass has no inner surface of its own: the liquid's wall is the
    boundary of both, so light bends once there and no gap or second reflection shows. `rings` is
    (x, y) of where a stream falls in, `rod` a handle to be one body with the glass. Tea in a round
    pot mirrors itself in bands; `straight` lets light out without that.
    """
    below = level if brew and straight else None
    material = clear_glass(straight_below=below)
    if not brew:
        profile = [tuple(p) for p in [*outside, *rim, *inside[::-1]]]
        bare = turned(name, profile, material, segments)
        return [fused(bare, rod) if rod else bare]
    glass, wall, surface = _outlines(outside, rim, inside, level)
    if rings:
        flat = [(r, level) for r in np.linspace(surface[-5][0], 0, 90)[1:]]
        surface = surface[:-4] + flat
    liquid_body = _painted(wall, surface, liquid(brew, near, straight=straight), segments)
    if rings:
        _ripple(liquid_body, rings, surface[0][0])
    if rod is None:
        return [turned(name, glass, material, segments), liquid_body]
    # Closed by the tea's wall for as long as it takes to make one body of glass and handle.
    closed = turned(name, glass + wall[-2::-1], material, segments)
    return [fused(closed, rod, segments * (len(glass) - 1)), liquid_body]


def _ripple(body, middle, radius, length=0.052, high=0.006):
    """Rings that run outwards from a point of the surface and die away before the wall."""
    data = body.data
    flat = np.empty(len(data.vertices) * 3, np.float32)
    data.vertices.foreach_get("co", flat)
    p = flat.reshape(-1, 3)
    paint = np.empty(len(data.vertices) * 4, np.float32)
    data.color_attributes["Col"].data.foreach_get("color", paint)
    from_stream = np.hypot(p[:, 0] - middle[0], p[:, 1] - middle[1])
    from_wall = np.clip((radius - np.hypot(p[:, 0], p[:, 1])) / 0.08, 0, 1)
    wave = high * np.cos(2 * np.pi * from_stream / length) * np.exp(-from_stream / 0.11)
    p[:, 2] += np.where(paint[::4] < 0.5, wave * from_wall, 0)
    data.vertices.foreach_set("co", p.ravel())
    data.update()


def glassware(outside, rim, inside, level, at=(0, 0, 0), cavity=None):
    """What light meets in such a vessel standing at `at`, for kit.caustic."""
    glass, wall, surface = _outlines(outside, rim, inside, level)
    turns = [
        (glass, AIR, GLASS_INDEX, False),
        (wall, GLASS_INDEX, TEA_INDEX, True),
        (surface, AIR, TEA_INDEX, True),
    ]
    if cavity is not None:
        turns.append((cavity, AIR, GLASS_INDEX, False))
    return Glassware(at, turns)


def _outlines(outside, rim, inside, level):
    """The glass, the wall it shares with the liquid, and the liquid's surface with its meniscus."""
    outside, inside = [np.asarray(p, float) for p in (outside, inside)]
    edge = level + CLIMB
    radius = float(np.interp(edge, inside[:, 1], inside[:, 0]))
    above = [tuple(p) for p in inside[::-1] if p[1] > edge]
    glass = [tuple(p) for p in outside] + list(rim) + above + [(radius, edge)]
    wall = [tuple(p) for p in inside if p[1] < edge] + [(radius, edge)]
    away = np.array([0.0, 0.004, 0.009, 0.016, 0.026, 0.04, 0.06, 0.09, 0.13])
    away = away[away < radius * 0.8]
    heights = level + CLIMB * np.exp(-away / CAPILLARY)
    surface = list(zip(radius - away, heights))
    surface += [(surface[-1][0] * x, level) for x in (0.85, 0.6, 0.3)] + [(0, level)]
    return glass, wall, surface


def _painted(wall, surface, material, segments):
    """The liquid's body; red is 1 on its wall and 0 on its surface."""
    parts = []
    for outline, paint in ((wall, 1.0), (surface, 0.0)):
        part = turned("liquid", outline, material, segments)
        colours = part.data.color_attributes.new(name="Col", type="FLOAT_COLOR", domain="POINT")
        flat = np.tile([paint, 0.0, 0.0, 1.0], len(part.data.vertices)).astype(np.float32)
        colours.data.foreach_set("color", flat)
        parts.append(part)
    together = dict(active_object=parts[0], selected_objects=parts, selected_editable_objects=parts)
    with bpy.context.temp_override(**together):
        bpy.ops.object.join()
    return parts[0]
