"""Dried flowers, what falls off them, and the green cup that fresh ones have as well."""

import math

import bpy
import numpy as np

from goods.petals import HALF_OPEN, dried_banner, small_petal
from kit.colour import blend, rgb, smooth
from kit.mesh import curve, mesh, off_stage, swept, vertices_of
from kit.noise import layered_noise, value_noise
from kit.surface import Surface

FIRST_SEED = 20
# Most flowers shut when they dry; some stay half open, few are folded back over their cup.
SHUT = dict(curl=(9, 15), narrow=(0.55, 0.72), bend=(0.4, 1.3), shrivel=1.9)
HALF = dict(HALF_OPEN, shrivel=1.5)
BENT = dict(curl=(6, 12), narrow=(0.6, 0.85), bend=(1.6, 2.3), shrivel=1.7)
OPEN = dict(curl=(2.2, 4), narrow=(0.8, 0.95), bend=(0.2, 0.7), shrivel=1.3)
FOLDS = [SHUT, HALF, BENT, SHUT, HALF, SHUT, OPEN, SHUT, HALF, BENT, SHUT]
FOLDS += [HALF, SHUT, BENT, OPEN, SHUT, HALF, SHUT, HALF, BENT, SHUT, HALF]
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
    if not dried:
        colour = s.ramp(grain, [(0.3, "#56733a"), (0.7, "#8fa957")])
        return s.finish(s.principled(colour, 0.6, Specular=0.25, Normal=s.bump(grain, 0.4, 0.01)))
    # It keeps its green longer than petals keep their blue, and goes to straw in patches.
    green = s.ramp(grain, [(0.3, "#666a36"), (0.7, "#989258")])
    chance = s.node("ShaderNodeObjectInfo").outputs["Random"]
    patches = s.math("ADD", s.noise(5, 3), s.between(chance, -0.14, 0.14))
    colour = s.mixed(s.between(patches, 0.0, 0.9, 0.42, 0.66), green, "#b8a06c")
    normal = s.bump(s.noise(60, 2), 0.3, 0.004, s.bump(grain, 0.5, 0.01))
    return s.finish(s.principled(colour, 0.75, Specular=0.2, Normal=normal))


def calyx(material, length=0.15, segments=30, rings=16):
    """The green cup behind fresh petals, with five teeth, and its stalk."""
    vertices = []
    for i in range(rings):
        t = i / (rings - 1)
        radius = 0.012 + 0.012 * math.sin(min(1, t * 1.15) * math.pi / 2) + 0.007 * t * t
        for k in range(segments):
            a = 2 * math.pi * k / segments
            tooth = 0.5 + 0.5 * math.cos(5 * a)
            reach = 0.07 * max(0, t - 0.72) / 0.28 * tooth**1.4
            r = radius * (1 + 0.10 * tooth) * (1 - 2 * max(0, t - 0.9) * (1 - tooth))
            droop = 0.008 + 0.012 * (1 - t) ** 2
            vertices.append((r * math.cos(a), length * (t - 1) + reach, r * math.sin(a) - droop))
    faces = _round_faces(segments, rings)
    y = -length
    path = curve([(0, y + 0.005, -0.020), (0.008, y - 0.045, -0.018), (0, y - 0.085, -0.006)], 6)
    return [mesh("calyx", vertices, faces, material), swept("stalk", path, 0.007, material, 12)]


def _round_faces(segments, rings):
    faces = []
    for i in range(rings - 1):
        for k in range(segments):
            n = (k + 1) % segments
            a, b = i * segments, (i + 1) * segments
            faces.append((a + k, a + n, b + n, b + k))
    return [*faces, tuple(range(segments))]


def dried_calyx(material, seed, segments=44, rings=26):
    """A cup that dried: nearly as long as the petals, ribbed, flattened, bent; teeth that curl."""
    rng = np.random.RandomState(seed + 700)
    length, wide = rng.uniform(0.16, 0.23), rng.uniform(0.028, 0.038)
    t, a = np.meshgrid(
        np.linspace(0, 1, rings), np.arange(segments) * 2 * np.pi / segments, indexing="ij"
    )
    t, a = t.ravel(), a.ravel()
    tooth = 0.5 + 0.5 * np.cos(5 * a + rng.uniform(0, 6))
    radius = wide * (0.36 + 0.64 * smooth(0.0, 0.62, t)) * (1 + 0.10 * smooth(0.8, 1.0, t))
    ribs = 0.20 * np.abs(np.sin(5 * a)) + 0.22 * value_noise(a * 2, t * 3, seed=seed)
    radius = radius * (1 - ribs) * (1 - 1.5 * np.maximum(0, t - 0.84) * (1 - tooth))
    grown = rng.uniform(0.04, 0.09)
    y = length * (t - 1) + grown * np.maximum(0, t - 0.7) / 0.3 * tooth**1.4
    flat = rng.uniform(0.55, 0.9)
    x, z = radius * np.cos(a), radius * np.sin(a) * flat
    # Teeth turn outwards as they shrink.
    away = 1 + rng.uniform(0.0, 0.9) * smooth(0.85, 1.0, t) * tooth
    x, z = x * away, z * away
    p = np.column_stack([x, y, z - 0.012])
    p += 0.006 * np.column_stack([layered_noise(*(p * 26).T, seed=seed + k) for k in (3, 4, 5)])
    side, down = rng.uniform(-2.2, 2.2), rng.uniform(-1.4, 1.4)
    p[:, 0] += side * np.minimum(p[:, 1], 0) ** 2
    p[:, 2] += down * np.minimum(p[:, 1], 0) ** 2
    end = p[:segments].mean(axis=0)
    far = end + (side * 0.03, -rng.uniform(0.02, 0.06), down * 0.02)
    path = curve([end + (0, 0.02, 0), end, (end + far) / 2 + (0.004, 0, 0.003), far], 5)
    # It was picked with the knot at which it hung.
    thick = lambda along: 0.009 + 0.004 * math.exp(-(((along - 0.92) / 0.12) ** 2))
    cup = mesh("calyx", p.tolist(), _round_faces(segments, rings), material)
    return [cup, swept("stalk", path, thick, material, 12)]


def _petals(seed, fold, tear=0.0, size=1.0):
    """The banner, its edge torn away by `tear`, as positions, colours, UVs and faces."""
    rng = np.random.RandomState(seed + 300)
    length = size * rng.uniform(0.32, 0.44)
    positions, colours, uvs, faces = dried_banner(seed, length, fold=fold)
    across, reach = uvs.T
    faded = rng.choice([0.0, 0.0, 0.12, 0.3])
    colours = blend(1.06 * colours, np.array(rgb("#4d5687")), np.full(len(reach), faded))
    # Worn: grey along broken edges, straw where the pale throat was.
    ragged = value_noise(across * 14, reach * 3, seed=seed)
    edge = smooth(0.88, 1.0, reach) * smooth(-0.1, 0.5, ragged)
    colours = blend(colours, np.array(rgb("#6b6f8e")), 0.55 * edge)
    patchy = value_noise(across * 7, reach * 5, seed=seed + 1)
    straw = smooth(0.46, 0.12, reach + 0.20 * patchy) * smooth(0.46, 0.18, np.abs(across - 0.5))
    colours = blend(colours, np.array(rgb("#a88f5e")), 0.85 * straw)
    if tear:
        side = across if seed % 2 else 1 - across
        line = 1 - tear + 0.10 * value_noise(reach * 6, reach * 0, seed=seed)
        kept = side + 0.5 * (1 - reach) * (side - 0.5) < line + 0.05 * value_noise(
            reach * 25, across * 25, seed=seed + 2
        )
        faces = [face for face in faces if all(kept[i] for i in face)]
    return positions, colours, uvs, faces


def _add(name, shape):
    positions, colours, uvs, faces = shape
    return mesh(name, positions, faces, _known["petal"], uvs=uvs, colours=np.clip(colours, 0, 1))


def _flower(number, fold):
    """One mesh about its middle, round which it turns when strewn: tip towards +y, face up."""
    seed = FIRST_SEED + number
    tear = 0.42 if number % 6 == 4 else 0.0
    parts = [_add("flower", _petals(seed, fold, tear))]
    for k in (-1, 1) if number % 5 else (1,):
        positions, colours, uvs, faces = small_petal(seed * 3 + k, True, 0.17, 0.055, k)
        parts.append(_add("wing", (positions, 0.85 * colours, uvs, faces)))
    # The keel between the wings was pale, and dries to straw.
    positions, colours, uvs, faces = small_petal(seed * 3 + 7, True, 0.11, 0.034, 1)
    straw = blend(colours, np.array(rgb("#a58f63")), np.full(len(colours), 0.8))
    parts.append(_add("keel", (positions, straw, uvs, faces)))
    return _about_middle(joined(parts, dried_calyx(_known["green"], seed)))


def _scrap(number):
    """What fell off: petals, an empty cup."""
    seed = FIRST_SEED + 60 + number
    if number % 3 == 2:
        cup = dried_calyx(_known["green"], seed)
        return _about_middle(joined(cup[:1], cup[1:], painted=False))
    fold = (OPEN, HALF)[number % 2]
    return _about_middle(_add("petal", _petals(seed, fold, 0.3 + 0.2 * (number % 2), 0.8)))


def _about_middle(whole):
    middle = np.ptp(vertices_of(whole), axis=0) / 2 + vertices_of(whole).min(axis=0)
    for vertex in whole.data.vertices:
        vertex.co -= type(vertex.co)(middle)
    return whole


def joined(petals, green, painted=True):
    """Petals and calyx as one mesh; `green` has neither paint nor UVs yet."""
    for part in green if painted else ():
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
        _prepare()
        _known["shapes"] = off_stage([_flower(i, fold) for i, fold in enumerate(FOLDS)])
    return _known["shapes"]


def scraps():
    """Loose petals and empty cups, in the same way."""
    if "scraps" not in _known:
        _prepare()
        _known["scraps"] = off_stage([_scrap(i) for i in range(6)])
    return _known["scraps"]


def _prepare():
    if "petal" not in _known:
        _known.update(petal=petal_surface(), green=calyx_surface(True))
