"""Dried flowers, and the green cup that fresh ones have as well."""

import math

import bpy
import numpy as np

from goods.petals import dried_banner, small_petal
from kit.mesh import curve, mesh, off_stage, swept, vertices_of
from kit.surface import Surface

SHAPES, FIRST_SEED = 14, 20
_known = {}


def petal_surface():
    s = Surface("dried petal")
    uv = s.node("ShaderNodeUVMap").outputs[0]
    along = s.stretched(uv, (1, 0.18, 1))
    veins = s.node(
        "ShaderNodeTexWave",
        {
            "Vector": along,
            "Scale": 12,
            "Distortion": 2.2,
            "Detail": 2,
            "Detail Scale": 1.2,
        },
        wave_type="BANDS",
        bands_direction="X",
    ).outputs["Fac"]
    fibres = s.noise(1.0, 3, s.stretched(uv, (120, 7, 1)))
    grain = s.noise(26, 4)
    normal = s.bump(veins, 0.7, 0.006)
    normal = s.bump(fibres, 0.3, 0.004, normal)
    normal = s.bump(grain, 0.45, 0.006, normal)
    shade = s.math(
        "MULTIPLY", s.between(veins, 0.80, 1.10), s.between(fibres, 0.72, 1.28, 0.25, 0.75)
    )
    tinted = s.node("ShaderNodeVectorMath", {0: s.painted()}, operation="SCALE")
    s.set(tinted.inputs["Scale"], shade)
    # No two flowers have quite the same colour.
    chance = s.node("ShaderNodeObjectInfo").outputs["Random"]
    value = s.between(chance, 0.72, 1.35)
    hue = s.between(chance, 0.485, 0.512)
    inputs = {"Color": tinted.outputs[0], "Value": value, "Hue": hue, "Saturation": 0.93}
    colour = s.node("ShaderNodeHueSaturation", inputs).outputs[0]
    front = s.principled(
        colour,
        0.78,
        Specular=0.22,
        Sheen=0.25,
        Sheen_Tint=0.6,
        Normal=normal,
    )
    through = s.node("ShaderNodeBsdfTranslucent", {"Color": colour, "Normal": normal})
    return s.finish(s.mixed_shaders(0.12, front, through))


def calyx_surface(dried):
    s = Surface("calyx")
    grain = s.noise(18)
    dark, light = ("#5c6130", "#8f8a55") if dried else ("#56733a", "#8fa957")
    colour = s.ramp(grain, [(0.3, dark), (0.7, light)])
    return s.finish(s.principled(colour, 0.6, Specular=0.25, Normal=s.bump(grain, 0.4, 0.01)))


def calyx(material, dried, seed, length=0.15, segments=30, rings=16):
    """The green cup behind the petals, with five teeth, and its stalk."""
    vertices, faces = [], []
    for i in range(rings):
        t = i / (rings - 1)
        radius = 0.012 + 0.012 * math.sin(min(1, t * 1.15) * math.pi / 2) + 0.007 * t * t
        for k in range(segments):
            a = 2 * math.pi * k / segments
            tooth = 0.5 + 0.5 * math.cos(5 * a)
            reach = 0.07 * max(0, t - 0.72) / 0.28 * tooth**1.4
            r = radius * (1 + 0.10 * tooth) * (1 - 2 * max(0, t - 0.9) * (1 - tooth))
            if dried:
                r *= 0.72 + 0.12 * math.sin(7 * a + seed)
            droop = 0.008 + 0.012 * (1 - t) ** 2
            vertices.append((r * math.cos(a), length * (t - 1) + reach, r * math.sin(a) - droop))
    for i in range(rings - 1):
        for k in range(segments):
            n = (k + 1) % segments
            a, b = i * segments, (i + 1) * segments
            faces.append((a + k, a + n, b + n, b + k))
    faces.append(tuple(range(segments)))
    y = -length
    path = curve([(0, y + 0.005, -0.020), (0.008, y - 0.045, -0.018), (0, y - 0.085, -0.006)], 6)
    return [mesh("calyx", vertices, faces, material), swept("stalk", path, 0.007, material, 12)]


def _flower(seed):
    """One mesh about its middle, round which it turns when it is strewn: tip towards +y, face up."""
    if "petal" not in _known:
        _known.update(petal=petal_surface(), green=calyx_surface(True))

    def add(name, shape):
        positions, colours, uvs, faces = shape
        return mesh(name, positions, faces, _known["petal"], uvs=uvs, colours=np.clip(colours, 0, 1))

    parts = [add("flower", dried_banner(seed))]
    parts += [add("wing", small_petal(seed * 3 + k, True, 0.17, 0.055, k)) for k in (-1, 1)]
    whole = joined(parts, calyx(_known["green"], True, seed))
    middle = np.ptp(vertices_of(whole), axis=0) / 2 + vertices_of(whole).min(axis=0)
    for vertex in whole.data.vertices:
        vertex.co -= type(vertex.co)(middle)
    return whole


def joined(petals, green):
    """Petals and calyx as one mesh; `green` has neither paint nor UVs yet."""
    for part in green:
        # Joining keeps a layer only when all parts have it.
        part.data.color_attributes.new(name="Col", type="FLOAT_COLOR", domain="POINT")
        part.data.uv_layers.new(name="UV")
    parts = [*petals, *green]
    together = dict(active_object=parts[0], selected_objects=parts, selected_editable_objects=parts)
    with bpy.context.temp_override(**together):
        bpy.ops.object.join()
    return parts[0]


def dried():
    """The flowers that all others are copies of; they are not on stage themselves."""
    if "shapes" not in _known:
        _known["shapes"] = off_stage([_flower(FIRST_SEED + i) for i in range(SHAPES)])
    return _known["shapes"]
