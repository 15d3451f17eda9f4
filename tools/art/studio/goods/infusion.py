"""Pyramid bags of fine gauze with whole dried flowers in them: soft, each of its own shape."""

import math
import random

import numpy as np
from mathutils import Euler

from goods.flower import dried
from goods.materials import printed
from goods.thread import cotton, fallen
from kit.mesh import curve, grid_faces, group, link, mesh
from kit.noise import layered_noise, value_noise
from kit.surface import Surface

EDGE = 0.56
CELLS = 26
# Corners of the filled bag; 3 is the top. Its seals run from 2 to 3 and from 0 to 1.
SIDES = ((0, 1, 3), (1, 2, 3), (2, 0, 3), (0, 2, 1))
SEALS = ((2, 3, 0.024), (0, 1, 0.024), (1, 3, 0.010))


class Bag:
    """The shape of one bag: where the points of a flat-sided pyramid really are."""

    def __init__(self, seed, turn=0.0, at=(0, 0, 0), tilt=(0, 0), size=1.0, press=None):
        """`tilt` (degrees) lays it against something; `press` keeps points out of what it meets."""
        rng = random.Random(seed)
        self.seed = seed
        r, top = EDGE * size / math.sqrt(3), EDGE * size * rng.uniform(0.74, 0.82)
        angles = (0.5, 2.594, 4.689)
        self.corners = np.array(
            [(r * math.cos(a), r * math.sin(a), 0) for a in angles] + [(0, 0, top)]
        )
        self.top = top
        self.lean = rng.uniform(-0.10, 0.10), rng.uniform(-0.10, 0.10)
        turned = Euler([math.radians(a) for a in (*tilt, turn)], "XYZ")
        self.pose, self.at = np.array(turned.to_matrix()), np.array(at, float)
        self.press = press or on_floor

    def real(self, points):
        """Sagged, leaning, turned, and pressed flat where it lies."""
        p = np.asarray(points, float)
        up = np.clip(p[:, 2] / self.top, 0, 1.2)
        drift = [layered_noise(*(p * 3.2).T, seed=self.seed * 5 + k, layers=2) for k in range(3)]
        p = p + 0.020 * np.c_[tuple(drift)]
        p[:, 0] += self.lean[0] * up**1.6
        p[:, 1] += self.lean[1] * up**1.6
        # The filling spreads the foot and draws the top down.
        p[:, :2] *= 1 + 0.06 * (1 - up[:, None]) ** 2
        return self.press(p @ self.pose.T + self.at)

    def gauze_of(self, side):
        """Positions and UVs of one side: full below, slack above, creased beside its edges."""
        a, b, c = self.corners[list(SIDES[side])]
        i, j = np.meshgrid(np.arange(CELLS + 1), np.arange(CELLS + 1), indexing="ij")
        keep = i + j <= CELLS
        u, v = i[keep] / CELLS, j[keep] / CELLS
        w = 1 - u - v
        p = np.outer(w, a) + np.outer(u, b) + np.outer(v, c)
        normal = np.cross(b - a, c - a)
        normal /= np.linalg.norm(normal)
        middle = np.clip(27 * u * v * w, 0, 1) ** 0.75
        low = np.clip(1 - p[:, 2] / (0.62 * self.top), 0, 1)
        out = middle * (0.062 * low - 0.014)
        seed = self.seed * 7 + side
        out += 0.010 * middle * layered_noise(u * 4, v * 4, seed=seed)
        for k, (near, along) in enumerate(((u, v), (v, w), (w, u))):
            beside = (
                np.exp(-near / 0.11)
                * np.clip(near / 0.05, 0, 1)
                * np.clip(6 * along * (1 - near - along), 0, 1)
            )
            fold = 1 - np.abs(value_noise(along * 7 + near * 2 + seed, near * 1.5, seed=seed + k))
            out -= 0.020 * beside * fold**3
        size = np.linalg.norm(b - a)
        uvs = np.c_[size * (u + 0.5 * v), size * 0.866 * v]
        number = np.full((CELLS + 1, CELLS + 1), -1)
        number[keep] = np.arange(keep.sum())
        faces = []
        for x in range(CELLS):
            for y in range(CELLS - x):
                faces.append((number[x, y], number[x + 1, y], number[x, y + 1]))
                if x + y < CELLS - 1:
                    faces.append((number[x + 1, y], number[x + 1, y + 1], number[x, y + 1]))
        return self.real(p + np.outer(out, normal)), uvs, faces

    def seal(self, start, end, width, steps=40):
        """The fin where two layers of gauze are welded together, a little wavy."""
        a, b = self.corners[start], self.corners[end]
        out = (a + b) / 2 - self.corners.mean(axis=0)
        out -= (b - a) * (out @ (b - a)) / ((b - a) @ (b - a))
        out /= np.linalg.norm(out)
        side = np.cross(out, b - a)
        side /= np.linalg.norm(side)
        t = np.repeat(np.linspace(0, 1, steps), 3)
        s = np.tile([-0.15, 0.4, 1.0], steps)
        wave = 0.35 * s**2 * width * value_noise(t * 5 + self.seed, s * 0, seed=self.seed + start)
        p = a + np.outer(t, b - a) + np.outer(s * width, out) + np.outer(wave, side)
        uvs = np.c_[t * EDGE, s * width]
        return self.real(p), uvs, grid_faces(3, steps)

    def kept_inside(self, points, margin=0.014, soft=0.010):
        """Points pressed flat against the sides that they would come through."""
        p = np.array(points)
        for a, b, c in (self.corners[list(side)] for side in SIDES):
            normal = np.cross(b - a, c - a)
            normal /= np.linalg.norm(normal)
            beyond = (p - a) @ normal + margin
            p -= np.outer(soft * np.logaddexp(0, beyond / soft), normal)
        return p


def on_floor(points, floor=0.003, soft=0.006):
    """Bends what would be below the floor on to it."""
    points[:, 2] = floor + soft * np.logaddexp(0, (points[:, 2] - floor) / soft)
    return points


def on_dish(height, inner, rise):
    """The floor of a dish whose rim rises outside a radius `inner`."""

    def press(points):
        level = height + rise * np.clip(np.hypot(points[:, 0], points[:, 1]) - inner, 0, 1)
        points[:, 2] = level + 0.006 * np.logaddexp(0, (points[:, 2] - level) / 0.006)
        return points

    return press


def within(x, y, soft=0.012):
    """Between the walls of an open carton, |x| and |y| wide."""

    def press(points):
        for axis, limit in ((0, x), (1, y)):
            off = points[:, axis]
            beyond = soft * np.logaddexp(0, (np.abs(off) - limit) / soft)
            points[:, axis] = np.sign(off) * (np.abs(off) - beyond)
        return points

    return press


def infusion(seed=1, tag_at=None, flowers=7, ground=None, **shape):
    """One bag; `tag_at` (x, y, turn) is where its tag lies, on the floor; `shape` see Bag.

    `ground` gives the height of what its thread lies on, where that is not the floor.
    """
    bag = Bag(seed, **shape)
    fine, double = gauze(), gauze("seal", threads=0.34, sealed=True)
    parts = []
    for side in range(4):
        points, uvs, faces = bag.gauze_of(side)
        parts.append(mesh("infusion", points, faces, fine, uvs=uvs))
    for start, end, width in SEALS:
        points, uvs, faces = bag.seal(start, end, width)
        parts.append(mesh("seal", points, faces, double, uvs=uvs))
    parts += _whole_flowers(bag, flowers)
    if tag_at:
        parts += _thread_and_tag(bag, tag_at, ground or (lambda x, y: 0.0))
    return group("pyramid", *parts)


def _whole_flowers(bag, count):
    """Whole dried flowers, settled on the bag's foot and pressed against its sides."""
    rng = random.Random(bag.seed * 3 + 1)
    laid = []
    scale = bag.top / 0.36
    corners = [math.atan2(y, x) for x, y, _ in bag.corners[:3]]
    for i in range(count):
        shape = rng.choice(dried())
        local = _points_of(shape)
        # Three lie in the corners, two between them, the others on top of these.
        layer = 0 if i < 3 else 1 if i < 5 else 2
        a = corners[i] if layer == 0 else rng.uniform(0, 6.283)
        reach = (0.165, 0.085, 0.080)[layer] * scale
        height = (0.056, 0.096, 0.130 + 0.020 * (i - 5))[layer] * scale
        heading = a + rng.gauss(1.57, 0.5)
        turn = Euler((rng.gauss(0, 0.55), rng.gauss(0, 0.55), heading))
        size = (0.62, 0.58, 0.52)[layer] * rng.uniform(0.86, 1.10)
        p = local @ np.array(turn.to_matrix()).T * size
        p += (reach * math.cos(a), reach * math.sin(a), height + rng.uniform(-0.01, 0.01))
        p = bag.real(bag.kept_inside(bag.kept_inside(p)))
        copy = shape.data.copy()
        copy.vertices.foreach_set("co", p.astype(np.float32).ravel())
        copy.update()
        copy.materials[0] = _petal_in_gauze()
        one = shape.copy()
        one.data = copy
        laid.append(one)
    return [_shown(one) for one in laid]


def _points_of(thing):
    """A mesh's own points, where it does not matter where it stands."""
    flat = np.empty(len(thing.data.vertices) * 3, np.float32)
    thing.data.vertices.foreach_get("co", flat)
    return flat.reshape(-1, 3).astype(float)


def _shown(one):
    one.location = (0, 0, 0)
    one.rotation_euler = (0, 0, 0)
    one.scale = (1, 1, 1)
    return link(one)


_kept = {}


def _petal_in_gauze():
    """A dried petal's own paint and relief, brighter: gauze keeps half of the light, and shadow
    rays do not find the gaps between its threads."""
    if "petal" not in _kept:
        s = Surface("petal in gauze")
        uv = s.node("ShaderNodeUVMap").outputs[0]
        chance = s.node("ShaderNodeObjectInfo").outputs["Random"]
        creases = s.noise(1.0, 3, s.stretched(uv, (34, 3.5, 1)), 0.8)
        fibres = s.noise(1.0, 3, s.stretched(uv, (120, 7, 1)))
        grain = s.noise(26, 4)
        shade = s.math("MULTIPLY", s.between(creases, 0.45, 1.55, 0.3, 0.7), 1.25)
        shade = s.math("MULTIPLY", shade, s.between(fibres, 0.75, 1.25, 0.25, 0.75))
        inputs = {
            "Color": s.shaded(s.painted(), shade),
            "Value": s.between(s.math("POWER", chance, 1.3), 0.6, 1.7),
            "Hue": s.between(chance, 0.482, 0.512),
            "Saturation": 1.2,
        }
        colour = s.node("ShaderNodeHueSaturation", inputs).outputs[0]
        normal = s.bump(creases, 0.9, 0.012)
        normal = s.bump(fibres, 0.3, 0.004, s.bump(grain, 0.5, 0.006, normal))
        face = s.principled(colour, 0.7, Specular=0.22, Sheen=0.3, Normal=normal)
        _kept["petal"] = s.finish(face)
    return _kept["petal"]


def gauze(name="gauze", pitch=0.0054, threads=0.17, sealed=False):
    """Fine clear threads: one sees through where one looks straight, and less at a slant."""
    if name in _kept:
        return _kept[name]
    s = Surface(name)
    flat = s.node("ShaderNodeUVMap").outputs[0]
    uv = s.node("ShaderNodeSeparateXYZ", {0: flat}).outputs
    woven = None
    # Threads as fine as these are pushed about when the bag is cut and filled; some are thicker.
    for axis, turn in ((0, 0.0), (1, 2.1)):
        pushed = s.noise(7, 3, s.stretched(flat, (1, 1, 1), (turn, turn, turn)), 0.6)
        moved = s.math("MULTIPLY_ADD", pushed, 0.035, uv[axis])
        across = s.math("PINGPONG", s.math("DIVIDE", moved, pitch), 0.5)
        bundle = s.noise(1.0, 2, s.stretched(flat, (150, 2, 1) if axis == 0 else (2, 150, 1)))
        across = s.math("MULTIPLY", across, s.between(bundle, 0.70, 1.9, 0.3, 0.7))
        one = s.between(across, 1.0, 0.0, threads / 2 - 0.08, threads / 2 + 0.08)
        woven = one if woven is None else s.math("MAXIMUM", woven, one)
    slant = s.node("ShaderNodeLayerWeight", {"Blend": 0.5}).outputs["Facing"]
    ground = s.between(s.math("POWER", slant, 3.6), 0.40 if sealed else 0.06, 0.86)
    # Here it is drawn tight and hardly seen, there it is slack and milky.
    slack = s.between(s.noise(5, 2, flat), 0.22, 0.54, 0.3, 0.7)
    veil = s.math("MAXIMUM", ground, s.math("MULTIPLY", woven, slack))
    cloth = s.principled("#f4f2f0", 0.5, Specular=0.35)
    through = s.node("ShaderNodeBsdfTranslucent", {"Color": "#f4f2f0"})
    clear = s.node("ShaderNodeBsdfTransparent", {0: (1, 1, 1, 1)})
    # Shadows see only how much of the light the threads keep.
    shadow = s.node("ShaderNodeLightPath").outputs["Is Shadow Ray"]
    share = s.mixed(shadow, veil, (0.16, 0.16, 0.16, 1))
    _kept[name] = s.finish(s.mixed_shaders(share, clear, s.mixed_shaders(0.4, cloth, through)))
    return _kept[name]


def _thread_and_tag(bag, tag_at, ground, lift=0.005):
    """A cotton thread let fall: down the bag, in loose curves over the floor, under its tag."""
    rng = random.Random(bag.seed + 90)
    x, y, turn = tag_at
    tip = bag.real(bag.corners[3:])[0]
    end = np.array([x, y])
    away = end - bag.at[:2]
    far = np.linalg.norm(away)
    away /= far
    side = np.array([-away[1], away[0]]) * rng.choice((-1, 1))
    # Paid out from the tip: over the side of the bag, then to and fro on the way to the tag.
    plan = [tip, (*(tip[:2] + 0.05 * away), tip[2] + 0.02)]
    for share, sway, high in (
        (0.30, 0.05, 0.75),
        (0.52, 0.15, 0.45),
        (0.72, 0.14, 0.22),
        (0.80, -0.01, 0.10),
        (0.68, -0.13, 0.06),
        (0.86, -0.16, 0.04),
        (0.97, -0.06, 0.02),
    ):
        spot = bag.at[:2] + far * share * away + side * sway * rng.uniform(0.85, 1.15)
        plan.append((*spot, ground(*spot) + high * (tip[2] - ground(*spot)) + lift))
    level = ground(x, y)
    plan.append((x, y, level + lift))
    last = np.array([x, y, level + lift])
    line = fallen(tip, last, curve(plan, 12), ground, _outside(bag), lift)
    return cotton(line, bag.seed) + [tag((x, y, level + lift), turn)]


def _outside(bag, bulge=0.02):
    """Moves points out of a bag, to its nearest side; its tip is left free."""
    corners = bag.real(bag.corners)
    middle = corners.mean(axis=0)
    planes = []
    for a, b, c in (corners[list(side)] for side in SIDES):
        normal = np.cross(b - a, c - a)
        normal /= np.linalg.norm(normal)
        normal *= np.sign(normal @ (a - middle))
        planes.append((normal, normal @ a))

    def keep_off(points):
        near_tip = np.clip(np.linalg.norm(points - corners[3], axis=1) / 0.15, 0, 1)
        depth = np.array([at + bulge * near_tip - points @ normal for normal, at in planes])
        inside = np.all(depth > 0, axis=0)
        nearest = depth.argmin(axis=0)
        for k, (normal, _) in enumerate(planes):
            out = inside & (nearest == k)
            points[out] += depth[k, out, None] * normal
        return points

    return keep_off


def tag(at, turn, width=0.19, height=0.22, cells=14):
    """A printed paper tag that curls a little, its lower edge at `at`."""
    u, v = [g.ravel() for g in np.meshgrid(np.linspace(0, 1, cells), np.linspace(0, 1, cells))]
    x, y = (u - 0.5) * width, v * height
    lift = 0.055 * np.clip(v - 0.45, 0, 1) ** 2 + 0.02 * (u - 0.5) ** 2
    a = math.radians(turn)
    points = np.c_[
        at[0] + x * math.cos(a) - y * math.sin(a),
        at[1] + x * math.sin(a) + y * math.cos(a),
        at[2] + lift,
    ]
    paper = mesh("tag", points, grid_faces(cells, cells), printed("tag.png", 0.5), uvs=np.c_[u, v])
    thick = paper.modifiers.new("board", "SOLIDIFY")
    thick.thickness = 0.0045
    return paper
