"""The butterfly pea as it grows: a twining stem, feathered leaves, flowers."""

import math
import random

import numpy as np
from mathutils import Matrix, Vector

from goods.living_flower import living
from goods.strewing import lay
from kit.mesh import curve, grid_faces, mesh, swept
from kit.surface import Surface, plain

_materials = {}
# Steps along a leaf's stalk.
ALONG = [i / 9 for i in range(10)]
# Where a flower's own stalk ends, in its coordinates.
STALK_END = Vector((0, -0.232, -0.006))


def stem(points, radius=0.018):
    """A twining stem through points; returns its line."""
    line = curve(points, 10)
    swept("stem", line, lambda t: radius * (1.1 - 0.5 * t), _green(), 14)
    return line


def leaf(at, towards, seed, size=0.30, pairs=2):
    """A feathered leaf: `pairs` of leaflets and one at the end, on a stalk from `at`."""
    rng = random.Random(seed)
    start, way = Vector(at), Vector(towards).normalized()
    length = size * (0.9 + 0.75 * pairs)
    points = [start + way * (length * t) + Vector((0, 0, -0.22 * length * t * t)) for t in ALONG]
    swept("stalk", points, 0.007, _green(), 8)
    for k in range(pairs):
        joint = points[4 + (k * 5) // pairs]
        for side in (-1, 1):
            out = way + side * rng.uniform(1.0, 1.5) * _beside(way) + _stray(rng, 0.2)
            _leaflet(joint, out, rng, size * rng.uniform(0.85, 1.05))
    _leaflet(points[-1], way + Vector((0, 0, -0.3)) + _stray(rng, 0.2), rng, size * 1.12)


def bloom(shape, at, hang, roll, turn, scale=1.0, from_=None):
    """An open flower hanging at `at`, its face towards the camera.

    `hang` tips the face up, `roll` turns it like a clock's hand, `turn` to the side; degrees. Its
    stalk comes from the stem at `from_`.
    """
    turned = Matrix.Rotation(math.radians(turn), 4, "Z")
    turned @= Matrix.Rotation(math.radians(180 + roll), 4, "Y")
    turned @= Matrix.Rotation(math.radians(90 - hang), 4, "X")
    one = lay(living()[shape], at, turned.to_euler(), scale)
    one.visible_glossy = True
    if from_:
        end = Vector(at) + turned @ (STALK_END * scale)
        before = Vector(at) + turned @ (STALK_END * scale * 0.9)
        arch = end + (end - before) * 2.5 + Vector((0, 0, 0.04))
        swept("stalk", curve([before, end, arch, from_], 10), 0.0085 * scale, _green(), 10)
    return one


def tendril(at, towards, length=0.5):
    """A thin shoot that winds at its end."""
    way = Vector(towards).normalized()
    across, up = _beside(way), Vector((0, 0, 1))
    path = []
    for i in range(60):
        t = i / 59
        wind = max(0, t - 0.35) * 19
        r = 0.05 * max(0, t - 0.35) * (1.3 - t)
        curl = across * (r * math.sin(wind)) + up * (r * (1 - math.cos(wind)) + 0.12 * t * t)
        path.append(Vector(at) + way * (length * t * (1 - 0.3 * t)) + curl)
    swept("tendril", path, lambda t: 0.007 * (1 - 0.7 * t), _green(), 8)


def _leaflet(at, towards, rng, size, columns=11, rows=19):
    """An oval blade, folded a little along its midrib and bent down at the tip."""
    across, along = np.meshgrid(np.linspace(-1, 1, columns), np.linspace(0, 1, rows))
    across, along = across.ravel(), along.ravel()
    width = 0.31 * np.sin(np.pi * along**0.85) ** 0.75
    bend = rng.uniform(0.10, 0.34)
    z = 0.20 * np.abs(across) * width - bend * along**2
    z += 0.018 * np.sin(along * 9 + rng.random() * 6) * np.abs(across)
    local = np.c_[across * width, along, z] * size
    way = Vector(towards).normalized()
    side = way.cross(Vector((rng.uniform(-0.4, 0.4), -0.8, 0.7))).normalized()
    up = side.cross(way)
    axes = np.array([side, way, up])
    uvs = np.c_[across * 0.5 + 0.5, along]
    faces = grid_faces(columns, rows)
    return mesh("leaflet", local @ axes + np.array(at), faces, _blade(), uvs=uvs)


def _blade():
    """A leaf that light passes: brighter veins, a paler underside."""
    if "blade" not in _materials:
        s = Surface("blade")
        uv = s.node("ShaderNodeSeparateXYZ", {0: s.node("ShaderNodeUVMap").outputs[0]}).outputs
        off = s.math("ABSOLUTE", s.math("SUBTRACT", uv[0], 0.5))
        midrib = s.between(off, 1.0, 0.0, 0.012, 0.04)
        slanted = s.math("MULTIPLY_ADD", off, -0.55, uv[1])
        side = s.math("PINGPONG", s.math("MULTIPLY", slanted, 9.0), 0.5)
        veins = s.math("MAXIMUM", midrib, s.between(side, 0.45, 0.0, 0.0, 0.10))
        chance = s.noise(2.3, 3)
        base = s.ramp(chance, [(0.3, "#2f5220"), (0.55, "#48702a"), (0.75, "#6b8a37")])
        colour = s.mixed(veins, base, "#94ad5c")
        normal = s.bump(veins, -0.35, 0.006, s.bump(s.noise(60, 2), 0.12, 0.004))
        front = s.principled(colour, 0.5, Specular=0.35, Normal=normal)
        glow = s.mixed(veins, "#86ac2e", "#5f8426")
        through = s.node("ShaderNodeBsdfTranslucent", {"Color": glow, "Normal": normal})
        _materials["blade"] = s.finish(s.mixed_shaders(0.42, front, through))
    return _materials["blade"]


def _green():
    if "green" not in _materials:
        _materials["green"] = plain("stem", "#5d7436", 0.55, Specular=0.3)
    return _materials["green"]


def _beside(way):
    return way.cross(Vector((0, -1, 0.25))).normalized()


def _stray(rng, by):
    return Vector([rng.gauss(0, by) for _ in range(3)])
