"""Hot water poured on flowers: the spout, the rope of water, its foot, the first colour."""

import math
import random

import bpy
import numpy as np

from goods.bubbles import froth
from goods.tea import BREWS, GLASS_INDEX, TEA_INDEX
from goods.vessel import clear_glass
from kit.colour import smooth
from kit.mesh import curve, group, mesh, place, turned
from kit.noise import value_noise
from kit.surface import Surface

# In units a second (and a second squared): how fast water leaves the spout, how it falls.
SPEED, GRAVITY = (3.1, -2.6), 98.1
# Where the surface opens to the falling water, and how deep it is pressed down round it.
OPEN, DIMPLE = 0.052, 0.014


def falling(foot, height, steps=150):
    """The way of water from a spout `height` above `foot`, as (points, thinning).

    The same water passes everywhere, so it is thinner where it is faster.
    """
    across, down = SPEED
    time = (down + math.sqrt(down * down + 2 * GRAVITY * height)) / GRAVITY
    t = np.linspace(0, time, steps)
    z = down * t - GRAVITY * t * t / 2
    points = np.c_[across * (t - time), 0 * t, z - z[-1]] + np.asarray(foot)
    speed = np.hypot(across, down - GRAVITY * t)
    return points, np.sqrt(speed[0] / speed)


def pour_into(vessel, height, turn, radius=0.043, seed=2):
    """Joins a stream to the middle of the surface of a vessel's liquid, as one body of water.

    Two bodies that touch would bend light twice where they meet. `turn` is how far the vessel is
    turned, in degrees. Returns where the stream begins.
    """
    body = next(part for part in vessel.children if part.name.startswith("liquid"))
    vertices, faces, paint, rim = _opened(body)
    foot = np.array((0.0, 0.0, vertices[rim][:, 2].mean()))
    points, thin = falling(foot, height)
    a = math.radians(-turn)
    c, s = math.cos(a), math.sin(a)
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    rings = _rope(points[::-1], radius * thin[::-1], len(rim), seed) @ spin.T
    # Each ring begins where the one below does.
    around = np.arctan2(vertices[rim][:, 1], vertices[rim][:, 0])
    first = int(np.argmin(np.abs(np.angle(np.exp(1j * (around[0] - _angles(rings[0])))))))
    rings = np.roll(rings, -first, axis=1)
    rows, count = len(rings), len(rim)
    start = len(vertices)
    ids = np.vstack([rim, start + np.arange(rows * count).reshape(rows, count)])
    body_vertices = np.vstack([vertices, rings.reshape(-1, 3)])
    for low, high in zip(ids[:-1], ids[1:]):
        nxt = np.roll(np.arange(count), -1)
        faces += [(low[k], low[nxt[k]], high[nxt[k]], high[k]) for k in range(count)]
    faces.append(tuple(ids[-1]))
    colours = np.vstack([paint, np.zeros((rows * count, 3))])
    whole = mesh("liquid", body_vertices, faces, body.data.materials[0], colours=colours)
    whole.parent = vessel
    bpy.data.objects.remove(body)
    return whole, spin.T @ rings[-1].mean(axis=0)


def _angles(ring):
    middle = ring.mean(axis=0)
    return np.arctan2(ring[:, 1] - middle[1], ring[:, 0] - middle[0])


def _opened(body):
    """A liquid's body without the middle of its surface, and the edge of that opening in order."""
    data = body.data
    flat = np.empty(len(data.vertices) * 3, np.float32)
    data.vertices.foreach_get("co", flat)
    p = flat.reshape(-1, 3).astype(float)
    paint = np.empty(len(p) * 4, np.float32)
    data.color_attributes["Col"].data.foreach_get("color", paint)
    paint = paint.reshape(-1, 4)[:, :3]
    away = np.hypot(p[:, 0], p[:, 1])
    on_top = paint[:, 0] < 0.5
    p[:, 2] -= np.where(on_top, DIMPLE * np.exp(-(((away - OPEN) / 0.022) ** 2)), 0)
    gone = on_top & (away < OPEN)
    new = np.cumsum(~gone) - 1
    faces = [f.vertices[:] for f in data.polygons]
    faces = [tuple(new[list(f)]) for f in faces if not gone[list(f)].any()]
    p, paint, away, on_top = p[~gone], paint[~gone], away[~gone], on_top[~gone]
    edge = np.flatnonzero(on_top & (away < away[on_top].min() + 1e-4))
    edge = edge[np.argsort(np.arctan2(p[edge, 1], p[edge, 0]))]
    return p, faces, paint, edge


def _rope(points, radii, around, seed):
    """Rings of the stream from its foot upwards: (rows, around, 3).

    A lip makes it flat at first; it springs back and forth between flat across and flat along while
    it turns a little. Low down, waves stand on it where it meets the surface.
    """
    angles = np.linspace(0, 2 * math.pi, around, endpoint=False)
    gone = np.r_[0, np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))]
    rings = []
    for i, (p, r) in enumerate(zip(points, radii)):
        along = points[min(i + 1, len(points) - 1)] - points[max(i - 1, 0)]
        along = along / np.linalg.norm(along)
        # At the foot rings lie level, like the surface that they join.
        level = math.exp(-gone[i] / 0.03)
        along = along * (1 - level) + np.array((0, 0, 1.0)) * level
        side = np.cross(along, (0, 1.0, 0))
        side /= np.linalg.norm(side)
        other = np.cross(along, side) / np.linalg.norm(along)
        fallen = gone[-1] - gone[i]
        flat = 0.36 * math.cos(2 * math.pi * fallen / 0.36) * math.exp(-fallen / 0.55)
        turn = 1.9 * fallen + 0.4
        wave = 1 + 0.035 * math.cos(2 * math.pi * gone[i] / 0.030) * math.exp(-gone[i] / 0.06)
        wave *= 1 + 0.030 * float(
            value_noise(np.array([fallen * 9.0]), np.array([seed * 1.7]), seed=seed)[0]
        )
        strand = 1 + 0.05 * np.cos(3 * (angles - turn) + 6 * fallen) * smooth(0.0, 0.25, fallen)
        collar = 0.5 * math.exp(-gone[i] / 0.010)
        a = angles - turn
        shape = r * (wave * strand + collar)
        x, y = shape * np.cos(a) * (1 + flat), shape * np.sin(a) * (1 - flat)
        c, s = math.cos(turn), math.sin(turn)
        rings.append(p + np.outer(c * x - s * y, side) + np.outer(s * x + c * y, other))
    return np.array(rings)


def spout_along(way, thick=0.056, wall=0.008, *, foot, steel):
    """A kettle's gooseneck along points; water leaves it at the last one."""
    path = np.array(curve(way, 16))
    grown = np.linspace(0, 1, len(path))
    outside = [(p, thick + (foot - thick) * (1 - smooth(0, 0.8, g))) for p, g in zip(path, grown)]
    # A lip, rolled outwards a little, and the bore behind it.
    outside[-3:] = [(p, r + 0.004 * k) for k, (p, r) in enumerate(outside[-3:])]
    end = path[-1]
    lip = [(end, thick + 0.010), (end, thick + 0.004), (end, thick - wall)]
    inside = [(p, thick - wall) for p in path[-1:-16:-1]]
    return mesh("spout", *_tube(outside + lip + inside, path), steel)


def _tube(rings, path, around=48):
    vertices, faces = [], []
    angles = np.linspace(0, 2 * math.pi, around, endpoint=False)
    for p, r in rings:
        i = int(np.argmin(np.linalg.norm(path - p, axis=1)))
        along = path[min(i + 1, len(path) - 1)] - path[max(i - 1, 0)]
        side = np.cross(along, (0, 1.0, 0))
        side /= np.linalg.norm(side)
        other = np.cross(along / np.linalg.norm(along), side)
        vertices += list(p + r * (np.outer(np.cos(angles), side) + np.outer(np.sin(angles), other)))
    for j in range(len(rings) - 1):
        for k in range(around):
            a, b, n = j * around, (j + 1) * around, (k + 1) % around
            faces.append((a + k, a + n, b + n, b + k))
    return vertices, [f[::-1] for f in faces]


def splash(foot, seed=5):
    """Bubbles round the foot, those that are carried down below it, a few drops that jump."""
    rng = random.Random(seed)
    water, air = clear_glass("drop", TEA_INDEX), _air_in_water()
    parts = [froth(np.array(foot), count=34, seed=seed)]
    for _ in range(46):
        deep = 0.012 + 0.15 * rng.random() ** 1.6
        wide = 0.020 + 0.28 * deep
        at = (foot[0] + rng.gauss(0, wide), foot[1] + rng.gauss(0, wide), foot[2] - deep)
        parts.append(place(_ball(0.003 + 0.007 * rng.random() ** 2.2, air), at))
    for _ in range(4):
        a, out = rng.uniform(0, 6.283), rng.uniform(0.06, 0.13)
        at = (
            foot[0] + out * math.cos(a),
            foot[1] + out * math.sin(a),
            foot[2] + rng.uniform(0.02, 0.07),
        )
        parts.append(place(_ball(rng.uniform(0.004, 0.008), water), at))
    return group("splash", *parts)


def _ball(radius, material):
    angles = np.linspace(-math.pi / 2, math.pi / 2, 10)
    return turned(
        "ball", [(radius * math.cos(a), radius * math.sin(a)) for a in angles], material, 20
    )


def _air_in_water():
    s = Surface("air in water")
    bubble = s.node("ShaderNodeBsdfGlass", {"IOR": 1 / TEA_INDEX, "Roughness": 0.0})
    straight = s.node("ShaderNodeBsdfTransparent", {0: (1, 1, 1, 1)})
    path = s.node("ShaderNodeLightPath").outputs
    fake = s.math("MAXIMUM", path["Is Shadow Ray"], path["Is Diffuse Ray"])
    return s.finish(s.mixed_shaders(fake, bubble, straight))


def first_colour(level, flowers, seed=0):
    """Water that takes its first colour: below each flower it sinks in threads, and spreads.

    `flowers` lists (x, y) in the vessel's coordinates. Above the surface it is clear.
    """
    s = Surface("first colour")
    wall = s.node("ShaderNodeSeparateRGB", {"Image": s.painted()}).outputs[0]
    index = s.between(wall, TEA_INDEX, TEA_INDEX / GLASS_INDEX)
    clear = s.node("ShaderNodeBsdfGlass", {"IOR": index, "Roughness": 0.0, "Color": "#ffffff"})
    straight = s.node("ShaderNodeBsdfTransparent", {0: (1, 1, 1, 1)})
    path = s.node("ShaderNodeLightPath").outputs
    fake = s.math("MAXIMUM", path["Is Shadow Ray"], path["Is Diffuse Ray"])
    surface = s.mixed_shaders(fake, clear, straight)
    at = s.coordinates()
    bend = s.node(
        "ShaderNodeTexNoise", {"Vector": s.stretched(at, (1, 1, 0.7)), "Scale": 4.5, "Detail": 2.0}
    )
    moved = s.node(
        "ShaderNodeVectorMath", {0: bend.outputs["Color"], 1: (0.5, 0.5, 0.5)}, operation="SUBTRACT"
    )
    moved = s.node("ShaderNodeVectorMath", {0: moved.outputs[0]}, operation="SCALE")
    moved.inputs["Scale"].default_value = 0.22
    swayed = s.node("ShaderNodeVectorMath", {0: at, 1: moved.outputs[0]}, operation="ADD").outputs[
        0
    ]
    x, y, z = s.node("ShaderNodeSeparateXYZ", {0: swayed}).outputs
    deep = s.math("MAXIMUM", s.math("SUBTRACT", level, z), 0.0)
    strong = None
    for fx, fy in flowers:
        off = s.math(
            "ADD",
            s.math("POWER", s.math("SUBTRACT", x, fx), 2.0),
            s.math("POWER", s.math("SUBTRACT", y, fy), 2.0),
        )
        width = s.math("MULTIPLY_ADD", deep, 0.12, 0.048)
        thread = s.math(
            "EXPONENT", s.math("MULTIPLY", s.math("DIVIDE", off, s.math("POWER", width, 2.0)), -1.0)
        )
        thread = s.math("MULTIPLY", thread, s.between(deep, 1.0, 0.15, 0.0, 0.30, "SMOOTHSTEP"))
        strong = thread if strong is None else s.math("ADD", strong, thread)
    # What has come down spreads on the bottom.
    haze = s.between(deep, 0.0, 0.55, 0.05, 0.34, "SMOOTHSTEP")
    strong = s.math(
        "MINIMUM",
        s.math("ADD", s.math("MULTIPLY", strong, 1.0), s.math("MULTIPLY", haze, 0.32)),
        1.0,
    )
    above = s.node("ShaderNodeSeparateXYZ", {0: at}).outputs[2]
    below = s.between(above, 1.0, 0.0, level - 0.01, level + 0.03)
    density = max(BREWS["indigo"])
    passes = [tuple(1 - a / density for a in BREWS[kind]) + (1.0,) for kind in ("weak", "indigo")]
    colour = s.mixed(s.math("MULTIPLY", strong, below), *passes)
    amount = s.math("MULTIPLY", s.between(above, 1.0, 0.05, level - 0.01, level + 0.03), density)
    volume = s.node("ShaderNodeVolumeAbsorption", {"Color": colour, "Density": amount})
    material = s.finish(surface, volume)
    material.cycles.volume_step_rate = 0.5
    return material
