"""Hot water poured on flowers: the spout, the rope of water, its foot."""

import math

import bpy
import numpy as np

from kit.colour import smooth
from kit.mesh import curve, mesh
from kit.noise import layered_noise, value_noise

# In units a second (and a second squared): how fast water leaves the spout, how it falls.
SPEED, GRAVITY = (3.1, -2.6), 98.1
# Where the surface opens to the falling water, and how deep it is pressed down round it.
OPEN, DIMPLE = 0.036, 0.030
# How long the shutter is open, in seconds: water streaks along its way, its bends stay sharp.
SHUTTER = 1 / 240
# How far the stream reaches back into the spout: cut off at the lip, its end was seen.
WITHIN, ROWS_WITHIN = 0.05, 24


def falling(foot, height, steps=300):
    """The way of water from a spout `height` above `foot`, as (points, thinning).

    The same water passes everywhere, so it is thinner where it is faster. The first points lie
    within the spout.
    """
    across, down = SPEED
    time = (down + math.sqrt(down * down + 2 * GRAVITY * height)) / GRAVITY
    t = np.linspace(0, time, steps)
    z = down * t - GRAVITY * t * t / 2
    points = np.c_[across * (t - time), 0 * t, z - z[-1]] + np.asarray(foot)
    speed = np.hypot(across, down - GRAVITY * t)
    way = np.array((across, 0, down)) / speed[0]
    back = points[0] - np.linspace(WITHIN, 0, ROWS_WITHIN, endpoint=False)[:, None] * way
    # Narrower there: it is flat, and would come out through the steel.
    narrow = np.linspace(0.62, 1, ROWS_WITHIN, endpoint=False)
    return np.vstack([back, points]), np.r_[narrow, np.sqrt(speed[0] / speed)]


def pour_into(vessel, height, turn, heading=0.0, radius=0.029, floating=(), seed=2):
    """Joins a stream to the middle of the surface of a vessel's liquid, as one body of water.

    Two bodies that touch would bend light twice where they meet. `turn` is how far the vessel is
    turned, `heading` where the water runs to, in degrees; `floating` lists (x, y) of what rings
    run back from, in the vessel's coordinates. Returns where the stream leaves the spout.
    """
    body = next(part for part in vessel.children if part.name.startswith("liquid"))
    vertices, faces, paint, rim = _opened(body, floating)
    foot = np.array((0.0, 0.0, vertices[rim][:, 2].mean()))
    points, thin = falling(foot, height)
    spin, head = _about_z(-turn), _about_z(heading)
    rings = _rope(points[::-1], radius * thin[::-1], len(rim), seed) @ head.T @ spin.T
    gone_by = _travelled(points[::-1], thin[::-1]) @ head.T @ spin.T
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
    later = body_vertices.copy()
    later[start:] += np.repeat(gone_by, count, axis=0)
    _in_motion(whole, later)
    return whole, head @ points[ROWS_WITHIN]


def _travelled(points, thin):
    """How far water at each point, listed from the foot upwards, moves while the shutter is open."""
    gone = np.r_[0, np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))]
    speed = math.hypot(*SPEED) / thin**2
    # Where it meets the surface, its shape stands still.
    ahead = gone - SHUTTER * speed * smooth(0.01, 0.10, gone)
    return np.array([np.interp(ahead, gone, axis) for axis in points.T]).T - points


def _in_motion(whole, later):
    """Lets a shape run on to `later` while the shutter is open, half before and half after."""
    scene = bpy.context.scene
    scene.render.use_motion_blur, scene.render.motion_blur_shutter = True, 1.0
    whole.shape_key_add(name="now")
    key = whole.shape_key_add(name="later")
    key.data.foreach_set("co", later.astype(np.float32).ravel())
    key.slider_min = -1
    for frame, value in ((0, -1.0), (2, 1.0)):
        key.value = value
        key.keyframe_insert("value", frame=frame)
    for line in whole.data.shape_keys.animation_data.action.fcurves:
        line.keyframe_points[0].interpolation = "LINEAR"


def _about_z(degrees):
    a = math.radians(degrees)
    c, s = math.cos(a), math.sin(a)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def _angles(ring):
    middle = ring.mean(axis=0)
    return np.arctan2(ring[:, 1] - middle[1], ring[:, 0] - middle[0])


def _opened(body, floating):
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
    p[:, 2] += np.where(on_top, _stirred(p[:, 0], p[:, 1], away[on_top].max(), floating), 0)
    gone = on_top & (away < OPEN)
    new = np.cumsum(~gone) - 1
    faces = [f.vertices[:] for f in data.polygons]
    faces = [tuple(new[list(f)]) for f in faces if not gone[list(f)].any()]
    p, paint, away, on_top = p[~gone], paint[~gone], away[~gone], on_top[~gone]
    edge = np.flatnonzero(on_top & (away < away[on_top].min() + 1e-4))
    edge = edge[np.argsort(np.arctan2(p[edge, 1], p[edge, 0]))]
    return p, faces, paint, edge


def _stirred(x, y, radius, floating):
    """How a stream lifts and lowers the surface that it falls into.

    A crater with an uneven brim, short steep waves that die away, and rings that run back from
    the wall and from what floats: they cross, where one set of rings was a drawn pattern.
    """
    away, way = np.hypot(x, y), np.arctan2(y, x)
    uneven = value_noise(np.cos(way) * 1.7 + 3, np.sin(way) * 1.7, seed=4)
    crater = -DIMPLE * np.exp(-(((away - OPEN) / 0.026) ** 2))
    brim = 0.013 * (1 + 0.8 * uneven) * np.exp(-(((away - 0.094 - 0.012 * uneven) / 0.020) ** 2))
    chop = 0.0075 * layered_noise(x * 19, y * 19, seed=6, layers=2) * np.exp(-away / 0.10)
    rings = np.zeros_like(away)
    far = 0.95 * radius
    wall = [(far * math.cos(a), far * math.sin(a)) for a in (0.7, 2.3, 4.1, 5.2)]
    for i, (fx, fy) in enumerate([*floating, *wall]):
        far = np.hypot(x - fx, y - fy)
        long = 0.045 + 0.004 * (i % 3)
        rings += 0.0011 * np.cos(2 * np.pi * far / long + i) * np.exp(-far / 0.12)
    calm = np.clip((radius - away) / 0.06, 0, 1)
    return crater + (brim + chop + rings) * calm


def _rope(points, radii, around, seed):
    """Rings of the stream from its foot upwards: (rows, around, 3).

    A lip makes it flat at first; it springs back and forth between flat across and flat along while
    it turns. From the lip on, edges of the steel leave furrows along it and small waves stand across
    it; further down strands wind about each other, air roughens them, the whole sways a little.
    Low down, waves stand on it where it meets the surface.
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
        fallen = max(gone[-1] - gone[i] - WITHIN, 0.0)
        rough = float(smooth(0.0, 0.40, fallen))
        out = float(smooth(-0.01, 0.03, fallen))
        flat = 0.36 * math.cos(2 * math.pi * fallen / 0.30) * math.exp(-fallen / 0.55)
        turn = 2.6 * fallen + 0.4
        sway = 0.017 * rough * value_noise(np.full(2, fallen * 6), np.array([1.3, 8.1]))
        p = p + (1 - level) * (sway[0] * side + sway[1] * other)
        wave = 1 + 0.035 * math.cos(2 * math.pi * gone[i] / 0.030) * math.exp(-gone[i] / 0.06)
        swell = value_noise(np.array([fallen * 13]), np.array([seed * 1.7]), seed=seed)
        wave *= 1 + (0.05 + 0.22 * rough) * out * float(swell[0])
        wound = angles - turn - 6 * fallen
        strand = 1 + 0.06 * np.cos(3 * (angles - turn) + 6 * fallen) * smooth(0.0, 0.2, fallen)
        strand = strand + (0.06 + 0.17 * rough) * out * np.cos(2 * wound + 1.1)
        # Furrows: many round the stream, long along it; short waves across them.
        x, y, z = np.cos(wound), np.sin(wound), np.full(around, fallen)
        furrow = value_noise(x * 2.3, y * 2.3, z * 9, seed=seed)
        strand = strand + (0.08 + 0.10 * rough) * out * furrow
        ripple = value_noise(x * 1.6, y * 1.6, z * 44, seed=seed + 1)
        strand = strand + (0.065 + 0.045 * rough) * out * ripple
        fine = value_noise(x * 4.5, y * 4.5, z * 60, seed=seed + 5)
        strand = strand + 0.05 * out * fine
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
    inside = [(p, thick - wall) for p in path[-1:-9:-1]]
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
