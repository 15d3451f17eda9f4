"""Lemon: slices and a cut half."""

import math

import bpy
import numpy as np

from kit.colour import smooth
from kit.mesh import mesh
from kit.noise import layered_noise
from kit.surface import TEXTURES, Surface

# How many rings and spokes a cut is made of: its sacs of juice throw shadows in a low sun.
RINGS, SPOKES = 230, 720
# A lemon is longer than it is wide; so its half does not stand on its end but leans.
LONG = 1.36


def lemon_slice(radius=0.27, thickness=0.045):
    """A flat slice round the origin, as a knife leaves it: thicker on one side, not quite flat."""
    out, around = _polar()
    relief = _relief("lemon-relief.png", out, around)
    layers = []
    for side in (1, -1):
        x, y = radius * out * np.cos(around), radius * out * np.sin(around)
        rim = smooth(0.90, 1.0, out) * thickness * 0.22
        z = side * (thickness / 2 - rim) + side * (relief - 0.6) * 0.034 * radius
        layers.append(_bent_slice(x, y, z, radius))
    top, bottom = layers
    edge = [_between(top, bottom, t) for t in (0.2, 0.5, 0.8)]
    vertices = np.vstack([top, bottom, *edge])
    rows = [_last_ring(0), *(_ring_of_edge(i) for i in range(3)), _last_ring(1)]
    faces = _disc_faces(0) + [f[::-1] for f in _disc_faces(1)]
    cut = len(faces)
    for high, low in zip(rows[:-1], rows[1:]):
        faces += _band(low, high)
    uvs = _flat_uvs(vertices, out, around, radius)
    one = mesh("lemon slice", vertices, faces, flesh(), uvs=uvs)
    return _with_rind(one, cut, len(faces))


def lemon_half(radius=0.27, leans=50.0, towards=-118.0, turn=0.0):
    """Half a lemon that lies on a table, its lowest point at the origin's height.

    The cut faces up but for `leans` degrees `towards` a direction; `turn` goes round its own axis.
    """
    out, around = _polar()
    relief = _relief("lemon-half-relief.png", out, around)
    x, y = radius * out * np.cos(around), radius * out * np.sin(around)
    # Juice stands a little below the skin, and the knife went aslant.
    z = (relief - 0.62) * 0.020 * radius + 0.03 * x + 0.016 * np.sin(y * 9) * out
    z = z - 0.030 * radius * smooth(0.95, 1.0, out) - 0.035 * radius * smooth(0.90, 0.5, out)
    cut = np.column_stack([x, y, z])
    rind = _rind(radius, cut[-SPOKES:])
    vertices = np.vstack([cut, rind])
    vertices[:, :2] *= _grown(vertices)[:, None]
    faces = _disc_faces(0)
    count, rows = len(faces), len(rind) // SPOKES
    rings = [_last_ring(0)]
    rings += [len(cut) + i * SPOKES + np.arange(SPOKES) for i in range(rows)]
    for high, low in zip(rings[:-1], rings[1:]):
        faces += _band(low, high)
    uvs = _flat_uvs(vertices, out, around, radius)
    vertices = _leaning(vertices, leans, towards, turn)
    one = mesh("half lemon", vertices, faces, juicy(), uvs=uvs)
    # Mirrored in a cup, it is a pale patch in the tea that nobody can explain.
    one.visible_glossy = False
    return _with_rind(one, count, len(faces))


def _polar():
    """Rings and spokes of a cut; rings lie closer where pulp meets pith and rind."""
    rings = np.concatenate([np.linspace(0.004, 0.80, RINGS - 70), np.linspace(0.804, 1.0, 70)])
    spokes = np.linspace(0, 2 * np.pi, SPOKES, endpoint=False)
    out, around = np.meshgrid(rings, spokes, indexing="ij")
    return out.ravel(), around.ravel()


def _relief(file, out, around):
    """The height drawn for each point of a cut, 0..1."""
    image = bpy.data.images.load(f"{TEXTURES}/{file}", check_existing=True)
    image.colorspace_settings.name = "Non-Color"
    wide, high = image.size
    flat = np.empty(wide * high * 4, np.float32)
    image.pixels.foreach_get(flat)
    drawn = flat.reshape(high, wide, 4)[:, :, 0]
    u, v = 0.5 + 0.5 * out * np.cos(around) / 1.01, 0.5 + 0.5 * out * np.sin(around) / 1.01
    return drawn[(v * (high - 1)).astype(int), (u * (wide - 1)).astype(int)]


def _rind(radius, rim):
    """Rings from the rim of the cut down to the point where the blossom was."""
    angles = np.linspace(0.02, np.pi / 2 - 0.02, 90)
    spokes = np.arange(SPOKES) * 2 * np.pi / SPOKES
    rows = []
    for a in angles:
        r, deep = radius * math.cos(a) ** 0.94, radius * LONG * math.sin(a)
        # The blunt point at its end.
        deep += 0.13 * radius * smooth(0.42, 0.05, r / radius)
        row = np.column_stack(
            [r * np.cos(spokes), r * np.sin(spokes), rim[:, 2] * math.cos(a) ** 2 - deep]
        )
        lumps = layered_noise(*(row / radius * 1.7).T, seed=4, layers=3)
        row *= (1 + 0.016 * lumps)[:, None]
        rows.append(row)
    return np.vstack(rows)


def _grown(p):
    """No lemon is round: one side fuller."""
    angle = np.arctan2(p[:, 1], p[:, 0])
    full = 1 + 0.030 * np.cos(angle * 2 + 0.7) + 0.016 * np.cos(angle * 3 + 2.0)
    return full + 0.008 * np.cos(angle * 7 + 1.0) + 0.004 * np.cos(angle * 11)


def _bent_slice(x, y, z, radius):
    """One face of a slice: wedge-shaped, a little warped, not quite round."""
    angle, out = np.arctan2(y, x), np.hypot(x, y) / radius
    z = z * (0.85 + 0.30 * np.cos(angle - 0.8) * out)
    z = z + 0.05 * radius * out**2 * np.sin(2 * angle + 0.5)
    full = 1 + 0.022 * np.cos(2 * angle + 0.7) + 0.012 * np.cos(3 * angle + 2.0)
    return np.column_stack([x * full, y * full, z])


def _between(top, bottom, share):
    """A ring of a slice's rind, fuller in its middle."""
    ring = top[-SPOKES:] * (1 - share) + bottom[-SPOKES:] * share
    ring[:, :2] *= 1 + 0.02 * math.sin(math.pi * share)
    return ring


def _leaning(p, leans, towards, turn):
    """Turned about its axis, leant over, set down."""
    lean = math.radians(leans)
    c, s = math.cos(lean), math.sin(lean)
    over = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
    p = p @ (_about_z(math.radians(towards)) @ over @ _about_z(math.radians(turn))).T
    # Its weight has pressed a patch flat, and the cloth below it in.
    soft, sunk = 0.006, 0.016
    low = p[:, 2] - p[:, 2].min() - sunk
    p[:, 2] = soft * np.logaddexp(0, low / soft) - soft
    return p


def _about_z(a):
    return np.array([[math.cos(a), -math.sin(a), 0], [math.sin(a), math.cos(a), 0], [0, 0, 1]])


def _last_ring(disc):
    return disc * RINGS * SPOKES + (RINGS - 1) * SPOKES + np.arange(SPOKES)


def _ring_of_edge(i):
    return (2 * RINGS + i) * SPOKES + np.arange(SPOKES)


def _band(low, high):
    """Faces between two rings, seen from outside."""
    low, high = low.tolist(), high.tolist()
    return [
        (low[k], low[(k + 1) % SPOKES], high[(k + 1) % SPOKES], high[k]) for k in range(SPOKES)
    ]


def _disc_faces(disc):
    start = disc * RINGS * SPOKES
    rings = [start + i * SPOKES + np.arange(SPOKES) for i in range(RINGS)]
    faces = [tuple(rings[0].tolist())]
    for inner, outer in zip(rings[:-1], rings[1:]):
        faces += _band(outer, inner)
    return faces


def _flat_uvs(vertices, out, around, radius):
    """Lays the drawing on from above."""
    uv = 0.5 + 0.5 / (1.01 * radius) * vertices[:, :2]
    flat = 0.5 + 0.5 / 1.01 * np.column_stack([out * np.cos(around), out * np.sin(around)])
    for start in range(0, len(vertices) - len(flat) + 1, len(flat)):
        uv[start : start + len(flat)] = flat
    return uv


def _with_rind(thing, first, last):
    """Gives the faces from `first` on the rind's material."""
    thing.data.materials.append(zest())
    which = np.zeros(last, np.int32)
    which[first:] = 1
    thing.data.polygons.foreach_set("material_index", which)
    return thing


def _cut_surface(s, name, through, deep, bright):
    """Wet sacs between dull pith; light goes `deep` into them and some comes `through`.

    `bright` makes up for what a thin slice lets pass."""
    colour = s.image(f"{name}.png").outputs[0]
    # Scattered light comes out paler than what was drawn.
    purer = {"Color": colour, "Saturation": 1.08, "Value": bright}
    colour = s.node("ShaderNodeHueSaturation", purer).outputs[0]
    drawn = s.image(f"{name}-relief.png", data=True).outputs[0]
    height, wet, _ = s.node("ShaderNodeSeparateRGB", {"Image": drawn}).outputs
    normal = s.bump(height, 0.30, 0.008)
    rough = s.between(wet, 0.55, 0.16)
    seen = s.principled(
        colour,
        rough,
        Specular=0.32,
        Normal=normal,
        Subsurface=0.5,
        Subsurface_Color=colour,
        Subsurface_Radius=(deep, 0.7 * deep, 0.2 * deep),
    )
    lets = s.node("ShaderNodeBsdfTranslucent", {"Color": colour})
    return s.finish(s.mixed_shaders(through, seen, lets))


def flesh():
    return _cut_surface(Surface("lemon"), "lemon", 0.3, 0.05, 1.07)


def juicy():
    return _cut_surface(Surface("lemon half"), "lemon-half", 0.0, 0.10, 0.95)


def zest():
    """Rind: a dull, bumpy skin; each oil gland is a dimple 1 mm wide with its own light."""
    s = Surface("zest")
    at = s.coordinates()
    warped = s.node("ShaderNodeTexNoise", {"Vector": at, "Scale": 14.0, "Detail": 1.0})
    wander = s.node("ShaderNodeVectorMath", {0: warped.outputs["Color"]}, operation="SCALE")
    s.set(wander.inputs["Scale"], 0.03)
    places = s.node("ShaderNodeVectorMath", {0: at, 1: wander.outputs[0]}).outputs[0]
    pit = _pits(s, places, 62.0)
    skin = s.ramp(s.noise(5, 4, at, 0.6), [(0.3, "#efb618"), (0.5, "#f6c422"), (0.7, "#fad140")])
    skin = s.mixed(s.between(s.noise(3.1, 2, at), 0.0, 0.3, 0.5, 0.75), skin, "#d9c238")
    colour = s.mixed(s.math("MULTIPLY", pit, 0.4), skin, "#e0aa16")
    normal = s.bump(s.noise(9, 3, at), 0.5, 0.04)
    normal = s.bump(s.noise(34, 2, at), 0.4, 0.012, normal)
    normal = s.bump(pit, -1.0, 0.014, normal)
    rough = s.between(s.noise(17, 3, at), 0.30, 0.46, 0.3, 0.7)
    return s.finish(s.principled(colour, rough, Specular=0.5, Normal=normal))


def _pits(s, places, scale):
    """1 in each gland, 0 on the skin between.

    Measured from the borders between cells: their middles lie anywhere below the skin, so that a
    pit round each was a freckle here and nothing there.
    """
    glands = s.node("ShaderNodeTexVoronoi", {"Vector": places, "Scale": scale, "Randomness": 0.8})
    glands.feature = "DISTANCE_TO_EDGE"
    return s.between(glands.outputs["Distance"], 0.0, 1.0, 0.06, 0.34, "SMOOTHSTEP")
