"""The butterfly pea seen close: stems that wind round what they climb, leaves, flowers, pods."""

import math
import random

import bpy
import numpy as np
from mathutils import Matrix, Vector

from goods.leaflet import leaflets
from goods.living_flower import living
from goods.strewing import lay
from kit.colour import smooth
from kit.mesh import curve, grid_faces, mesh, swept, vertices_of
from kit.noise import value_noise
from kit.surface import Surface

# Where a flower's own stalk ends, in its coordinates.
STALK_END = Vector((0, -0.232, -0.006))
_known = {}


def wound(x, low, high, start, rise, across=0.44, deep=0.07, gap=0.030, at=0.0):
    """Points of a stem that winds up a slat at `x`; as this plant does, it rises to the right.

    `start` is the angle it begins at (-90 is the middle of the front); `rise` is how far one turn
    climbs.
    """
    a, b = across / 2 + gap, deep / 2 + gap
    turns = (high - low) / rise
    angles = np.radians(start) + np.linspace(0, 2 * math.pi * turns, max(8, int(60 * turns)))
    c, s = np.cos(angles), np.sin(angles)
    px, py = a * np.sign(c) * np.abs(c) ** 0.72, b * np.sign(s) * np.abs(s) ** 0.72
    # It climbs with the way it has gone, not with the angle.
    way = np.r_[0, np.cumsum(np.hypot(np.diff(px), np.diff(py)))]
    height = low + (high - low) * way / way[-1]
    slack = 0.012 * value_noise(height * 6, height * 0 + x)
    return [Vector((x + u, at + v - abs(w), z)) for u, v, w, z in zip(px, py, slack, height)]


def entwined(line, radius=0.026, rise=0.34, start=0.0):
    """Points of a thinner stem that winds round another one."""
    points, gone = [], 0.0
    for i, p in enumerate(line):
        ahead, behind = Vector(line[min(i + 1, len(line) - 1)]), Vector(line[max(i - 1, 0)])
        along = (ahead - behind).normalized()
        side = along.cross(Vector((0, 1, 0))).normalized()
        gone += (ahead - Vector(p)).length
        turn = start + 2 * math.pi * gone / rise
        points.append(
            Vector(p) + radius * (side * math.cos(turn) + along.cross(side) * math.sin(turn))
        )
    return points


def shoot(points, thick=0.017, thin=0.010, seed=1):
    """A stem along points; swollen a little where leaves grow, thinner towards its tip."""
    line = [Vector(p) for p in points]
    rng = random.Random(seed)
    wobble = [Vector([rng.gauss(0, 0.0025) for _ in range(3)]) for _ in line]
    line = [p + w for p, w in zip(line, wobble)]
    line = [Vector(p) for p in curve(line[:: max(1, len(line) // 60)] + [line[-1]], 4)]
    swept("stem", line, lambda t: thick + (thin - thick) * t, bark(), 14)
    return line


def nodes(line, every=0.26, first=0.1):
    """Points along a stem a leaf apart, each with the direction the stem has there."""
    found, gone = [], every - first
    for a, b in zip(line, line[1:]):
        gone += (b - a).length
        if gone >= every:
            gone -= every
            found.append((b, (b - a).normalized()))
    return found


def leaf(at, towards, facing, seed, size=0.30, pairs=2, age=0.0, droop=None):
    """A feathered leaf from `at`: `pairs` of leaflets and one at the end, faces to `facing`."""
    rng = random.Random(seed)
    way = Vector(towards).normalized()
    length = size * (0.75 + 0.62 * pairs)
    droop = rng.uniform(0.25, 0.6) if droop is None else droop
    sway = Vector([rng.gauss(0, 0.08) for _ in range(3)])
    points = []
    for i in range(13):
        t = i / 12
        points.append(
            Vector(at) + way * (length * t) + sway * t * t + Vector((0, 0, -droop * length * t * t))
        )
    # Thick at its foot and flat above.
    swept(
        "rachis",
        points,
        lambda t: 0.0105 - 0.0055 * t + 0.006 * math.exp(-t / 0.04),
        green(age),
        10,
    )
    for k in range(pairs):
        joint = 5 + (k * 6) // pairs
        along = (points[joint + 1] - points[joint - 1]).normalized()
        for side in (-1, 1):
            spread = side * math.radians(rng.gauss(62, 9))
            _set_leaflet(
                points[joint], along, spread, facing, rng, size * rng.uniform(0.82, 1.05), age
            )
    along = (points[-1] - points[-2]).normalized()
    _set_leaflet(
        points[-1], along, rng.gauss(0, 0.15), facing, rng, size * rng.uniform(1.0, 1.15), age
    )
    return points


def _set_leaflet(joint, along, spread, facing, rng, size, age):
    """One leaflet on its short stalk, turned from the rachis by `spread`."""
    normal = Vector(facing) + Vector([rng.gauss(0, 0.30) for _ in range(3)])
    normal = (normal - along * normal.dot(along)).normalized()
    side = along.cross(normal)
    out = (along * math.cos(spread) + side * math.sin(spread)).normalized()
    # Each has its own joint, and follows the sun by itself; some stand on edge.
    roll = (
        rng.gauss(0, 0.30) if rng.random() < 0.84 else rng.choice((-1, 1)) * rng.uniform(0.8, 1.4)
    )
    out = (Matrix.Rotation(rng.gauss(0.10, 0.22), 3, out.cross(normal)) @ out).normalized()
    normal = (normal - out * normal.dot(out)).normalized()
    normal = Matrix.Rotation(roll, 3, out) @ normal
    foot = joint + out * 0.022
    swept("stalklet", [joint, joint + out * 0.012, foot + out * 0.004], 0.0065, green(age), 8)
    across = out.cross(normal)
    turn = Matrix((across, out, normal)).transposed()
    one = lay(rng.choice(leaflets()), foot, turn.to_euler(), size)
    one.visible_glossy = True
    one.color = (age, 0, 0, 1)


def sprig(points, seed=1, size=0.24, floor=0.0, every=0.30):
    """A cut end of the vine lying on a table; what would be below the table is bent on to it."""
    before = set(bpy.context.collection.objects)
    rng = random.Random(seed)
    line = shoot(points, 0.011, 0.006, seed)
    for i, (at, along) in enumerate(nodes(line, every, first=0.2)):
        side = 1 if i % 2 else -1
        out = along * 0.7 + side * along.cross(Vector((0, 0, 1))) + Vector((0, 0, 0.10))
        facing = (rng.gauss(0, 0.25), rng.gauss(-0.15, 0.25), 1)
        leaf(at, out, facing, seed * 20 + i, size * rng.uniform(0.9, 1.1), 2, droop=0.45)
    for one in set(bpy.context.collection.objects) - before:
        _laid(one, floor)


def _laid(one, floor, soft=0.014):
    """Bends a mesh on to the floor where it would be below it, in place."""
    one.data = one.data.copy()
    bpy.context.view_layer.update()
    world = vertices_of(one)
    world[:, 2] = floor + 0.004 + soft * np.logaddexp(0, (world[:, 2] - floor) / soft)
    back = np.array(one.matrix_world.inverted())
    local = world @ back[:3, :3].T + back[:3, 3]
    one.data.vertices.foreach_set("co", local.astype(np.float32).ravel())
    one.data.update()


def sprout(line, seed, size=0.11):
    """The tip of a shoot: leaves that have not opened yet, pale and folded."""
    rng = random.Random(seed)
    for back, grown in ((1, 0.45), (5, 0.7), (11, 1.0)):
        at = line[-back]
        way = (line[-back] - line[-back - 3]).normalized() * 0.6 + Vector(
            (rng.uniform(-1, 1), -0.5, 0.5)
        )
        facing = (rng.uniform(-0.6, 0.6), -0.8, 0.4)
        leaf(at, way, facing, seed * 7 + back, size * grown, 2, age=1.0 - 0.25 * grown)


def bloom(shape, at, hang, roll, turn, scale, node):
    """An open flower at `at`, its face to the camera, on a stalk that grows from a stem's `node`.

    `hang` tips the face up, `roll` turns it like a clock's hand, `turn` to the side; degrees.
    """
    turned = Matrix.Rotation(math.radians(turn), 4, "Z")
    turned @= Matrix.Rotation(math.radians(180 + roll), 4, "Y")
    turned @= Matrix.Rotation(math.radians(90 - hang), 4, "X")
    one = lay(living()[shape], at, turned.to_euler(), scale)
    one.visible_glossy = True
    end = Vector(at) + turned @ (STALK_END * scale)
    into = (turned @ (STALK_END * scale) - turned @ (STALK_END * scale * 0.9)).normalized()
    foot = Vector(node)
    arch = end + into * 0.10 + Vector((0, 0, 0.02))
    rise = foot + (arch - foot) * 0.35 + Vector((0, -0.03, 0.035))
    path = curve([end - into * 0.03, end, arch, rise, foot], 10)
    thick = lambda t: (0.0095 + 0.004 * math.exp(-(1 - t) / 0.05)) * scale
    swept("stalk", path, thick, green(0.15), 12)
    # Two small bracts sit below the cup.
    for side in (-1, 1):
        _scale(end - into * 0.02, turned.to_3x3(), side, 0.075 * scale)
    return one


def _scale(at, turned, side, length):
    """A bract: a small round leaf that lies on the cup."""
    u, v = [g.ravel() for g in np.meshgrid(np.linspace(-1, 1, 9), np.linspace(0, 1, 11))]
    half = 0.30 * np.sin(np.pi * v**0.8) ** 0.7
    local = np.c_[u * half, v, 0.25 * np.abs(u) * half - 0.15 * v * v] * length
    lean = np.array(
        Matrix.Rotation(math.radians(side * 78), 3, "Y") @ Matrix.Rotation(math.radians(16), 3, "X")
    )
    local = local @ lean.T + np.array((side * 0.016, 0, 0.006))
    mesh("bract", local @ np.array(turned).T + np.array(at), grid_faces(9, 11), green(0.4))


def pod(at, towards, length=0.85, dry=False, seed=5, facing=(0.2, -1, 0.1)):
    """A flat pod hanging from `at`, its seeds showing as low bumps, a beak at the end."""
    rows, columns = 120, 25
    across, along = [
        g.ravel() for g in np.meshgrid(np.linspace(-1, 1, columns), np.linspace(0, 1, rows))
    ]
    half = 0.044 * np.clip(np.sin(np.pi * np.clip(along * 0.965 + 0.01, 0, 1)), 0, 1) ** 0.32
    # Seeds that did not set leave it narrow there.
    half = half * (1 + 0.07 * value_noise(along * 9, along * 0, seed=seed))
    half = np.where(along > 0.93, half * (1 - (along - 0.93) / 0.07) ** 0.6 + 0.004, half)
    seat = along * 9.5 + 0.25 * value_noise(along * 6, along * 0, seed=seed + 1)
    grown = 0.75 + 0.25 * value_noise(np.floor(seat) * 1.7, along * 0, seed=seed + 2)
    seeds = (
        np.exp(-(((seat % 1 - 0.5) / 0.27) ** 2) - (across / 0.62) ** 2)
        * grown
        * smooth(0.08, 0.14, along)
        * smooth(0.93, 0.86, along)
    )
    # It hangs in a curve and is turned about its length, so that light slides along it.
    bend = 0.16 * along**2 - 0.05 * along + 0.006 * value_noise(along * 7, along * 0, seed=seed)
    turn = 0.9 * along - 0.3
    seams = np.exp(-(((np.abs(across) - 0.90) / 0.07) ** 2))
    paint = np.c_[seeds, seams, 0.5 + 0.5 * value_noise(along * 5, across, seed=seed)]
    sheets = []
    for side in (-1, 1):
        hollow = np.clip(1 - across**2, 0, 1) ** 0.6
        deep = side * (0.008 * hollow + 0.017 * seeds + 0.005 * seams)
        x, z = across * half, deep
        x, z = x * np.cos(turn) - z * np.sin(turn), x * np.sin(turn) + z * np.cos(turn)
        sheets.append(np.c_[x + bend, along * length, z])
    way = Vector(towards).normalized()
    normal = (Vector(facing) - way * Vector(facing).dot(way)).normalized()
    axes = np.array([way.cross(normal), way, normal])
    faces = grid_faces(columns, rows)
    for sheet, outward in zip(sheets, ([f[::-1] for f in faces], faces)):
        mesh("pod", sheet @ axes + np.array(at), outward, _pod(dry), colours=paint)
    foot = Vector(at)
    swept(
        "stalk",
        [foot - way * 0.09, foot - way * 0.02, foot + way * 0.02],
        lambda t: 0.010 + 0.008 * t,
        green(0.1),
        10,
    )
    return foot - way * 0.09


def bud(at, towards, node, length=0.36, seed=1):
    """A flower still rolled up, blue at its tip, in its green cup."""
    way = Vector(towards).normalized()
    facing = Vector((0.3, -1, 0.2))
    normal = (facing - way * facing.dot(way)).normalized()
    axes = np.array([way.cross(normal), way, normal])
    around, rows = 121, 60
    vertices, paint = [], []
    for j in range(rows):
        t = j / (rows - 1)
        # Fullest below the middle, drawn out to a blunt tip that leans over.
        r = 0.003 + 0.040 * math.sin(math.pi * t**0.80) ** 1.15 * (1 - 0.35 * t)
        for k in range(around):
            a = 2 * math.pi * k / (around - 1)
            # One edge of the rolled petal winds up over the rest.
            edge = (a + 2.6 * t + seed) % (2 * math.pi) / (2 * math.pi)
            rolled = 0.90 + 0.26 * edge**2 + 0.04 * math.sin(7 * a + 6 * t)
            lean = 0.05 * t * t
            x, z = r * 0.9 * rolled * math.cos(a) + lean, r * 0.7 * rolled * math.sin(a)
            vertices.append((x, length * t, z))
            paint.append((smooth(0.10, 0.6, np.array(t)).item(),) * 3)
    vertices = np.array(vertices) @ axes + np.array(at)
    mesh("bud", vertices, grid_faces(around, rows), _rolled(), colours=paint)
    cup = []
    for j in range(24):
        t = j / 23
        for k in range(around):
            a = 2 * math.pi * k / (around - 1)
            # Five long pointed teeth, their tips bent off the petal.
            tooth = (0.5 + 0.5 * math.cos(5 * a)) ** 1.6
            reach = (0.085 + 0.105 * tooth) * t
            off = 0.010 * tooth * max(0, t - 0.75) / 0.25
            r = 0.012 + 0.026 * math.sin(math.pi * 0.5 * min(1, t * 1.25)) - 0.006 * t * t + off
            cup.append((r * math.cos(a), reach - 0.01, 0.82 * r * math.sin(a)))
    mesh("cup", np.array(cup) @ axes + np.array(at), grid_faces(around, 24), green(0.2))
    foot, end = Vector(node), Vector(at)
    arch = end - way * 0.08
    swept("stalk", curve([end, arch, foot + (arch - foot) * 0.4, foot], 8), 0.009, green(0.15), 10)


def green(age=0.0):
    """Stalks: paler the younger they are."""
    key = ("green", round(age, 1))
    if key not in _known:
        s = Surface("stalk")
        tone = s.noise(7, 3)
        colour = s.ramp(tone, [(0.3, "#4c6a2c"), (0.7, "#718a40")])
        colour = s.mixed(0.75 * key[1], colour, "#a9bf66")
        normal = s.bump(s.noise(130, 2), 0.25, 0.004)
        _known[key] = s.finish(s.principled(colour, 0.5, Specular=0.32, Sheen=0.3, Normal=normal))
    return _known[key]


def bark():
    """A stem: green, here and there brown and hard; its fine hairs catch the light."""
    if "bark" not in _known:
        s = Surface("bark")
        at = s.coordinates()
        wooden = s.between(s.noise(1.1, 4, at), 0.0, 0.8, 0.46, 0.62)
        streaks = s.noise(24, 4, at)
        colour = s.ramp(streaks, [(0.3, "#465d2a"), (0.7, "#6f8545")])
        brown = s.ramp(streaks, [(0.3, "#4d3d28"), (0.7, "#857252")])
        normal = s.bump(streaks, 0.5, 0.006, s.bump(s.noise(150, 2, at), 0.3, 0.004))
        shader = s.principled(
            s.mixed(wooden, colour, brown), 0.6, Specular=0.28, Sheen=0.5, Normal=normal
        )
        _known["bark"] = s.finish(shader)
    return _known["bark"]


def _pod(dry):
    key = ("pod", dry)
    if key not in _known:
        s = Surface("pod")
        seeds, seams, chance = s.node("ShaderNodeSeparateRGB", {"Image": s.painted()}).outputs
        tone = s.math("MULTIPLY_ADD", s.noise(14, 5), 0.7, s.math("MULTIPLY", chance, 0.3))
        dark, light = ("#7d5f3c", "#b08f60") if dry else ("#4d6c2a", "#86a24c")
        colour = s.ramp(tone, [(0.3, dark), (0.7, light)])
        colour = s.mixed(s.math("MULTIPLY", seams, 0.5), colour, "#a9b26a")
        # Where sun has reached it, it begins to ripen.
        ripe = s.between(s.noise(5, 4), 0.0, 0.55, 0.55, 0.75)
        colour = s.mixed(ripe, colour, "#8d7440")
        fibres = s.noise(1.0, 3, s.stretched(s.coordinates(), (90, 90, 30), (0, 0.5, 0)))
        normal = s.bump(fibres, 0.3, 0.004, s.bump(s.noise(160, 2), 0.2, 0.003))
        front = s.principled(colour, 0.46, Specular=0.42, Sheen=0.5, Normal=normal)
        glow = s.mixed(seeds, "#b8c952", "#5d7a26")
        through = s.node("ShaderNodeBsdfTranslucent", {"Color": glow, "Normal": normal})
        _known[key] = s.finish(s.mixed_shaders(0.0 if dry else 0.34, front, through))
    return _known[key]


def _rolled():
    """The petals of a bud: greenish white below, indigo above."""
    if "rolled" not in _known:
        s = Surface("bud")
        at = s.painted()
        ramp = s.ramp(at, [(0.0, "#c4cfa0"), (0.4, "#7d77b8"), (0.8, "#24246f")])
        normal = s.bump(s.noise(50, 3), 0.3, 0.005)
        _known["rolled"] = s.finish(s.principled(ramp, 0.6, Specular=0.2, Sheen=0.4, Normal=normal))
    return _known["rolled"]
