"""Pyramid infusions with string and tag, and single sticks."""

import math
import random

import bpy
import numpy as np
from mathutils import Matrix

from goods.flower import shapes
from goods.materials import printed
from goods.strewing import lay
from kit.colour import smooth
from kit.mesh import curve, grid_faces, group, mesh, place, swept
from kit.noise import value_noise
from kit.surface import Surface, plain

EDGE = 0.50


def pyramid(seed=1, tag_at=None):
    """A tetrahedral bag of fine mesh with flowers in it; `tag_at` (x, y) lays its tag there."""
    r = EDGE / math.sqrt(3)
    top = EDGE * 0.80
    corners = [(r * math.cos(a), r * math.sin(a), 0.02) for a in (0.5, 2.594, 4.689)]
    corners.append((0, 0, top))
    # Each side has its own corners, so that its weave runs along its own edge.
    vertices, uvs, faces = [], [], []
    for side in [(0, 1, 3), (1, 2, 3), (2, 0, 3), (0, 2, 1)]:
        faces.append(tuple(range(len(vertices), len(vertices) + 3)))
        vertices += [corners[i] for i in side]
        uvs += [(0, 0), (EDGE, 0), (EDGE / 2, EDGE * 0.85)]
    bag = mesh("infusion", vertices, faces, gauze(), smooth=True, uvs=uvs)
    # Filled, the flat sides swell; the seams stay where they are.
    finer = bag.modifiers.new("finer", "SUBSURF")
    finer.subdivision_type = "SIMPLE"
    finer.levels = finer.render_levels = 5
    swell = bag.modifiers.new("swell", "CAST")
    swell.factor = 0.16
    swell.size = EDGE * 0.42
    parts = [bag] + _filling(seed, top)
    thread = plain("thread", "#efe8da", 0.9)
    if tag_at:
        x, y = tag_at
        path = curve(
            [
                (0, 0, top - 0.03),
                (x * 0.25, y * 0.25, top + 0.06),
                (x * 0.7, y * 0.7, 0.14),
                (x, y, 0.012),
            ],
            12,
        )
        parts.append(swept("thread", path, 0.0045, thread, 8))
        parts.append(place(tag(), (x, y, 0.008), (0, 0, math.degrees(math.atan2(y, x)) - 90)))
    return group("pyramid", *parts)


def _filling(seed, top):
    """Crushed flowers, settled: most of them low, and there out to the bag's sides."""
    rng = random.Random(seed)
    inside = []
    for _ in range(76):
        z = 0.045 + 0.42 * top * rng.random() ** 1.7
        reach = 0.126 * (1 - z / top) * rng.random() ** 0.5
        a = rng.random() * 6.283
        at = (reach * math.cos(a), reach * math.sin(a), z)
        turn = tuple(rng.random() * 6.283 for _ in range(3))
        one = lay(rng.choice(shapes(True)), at, turn, 0.095 * rng.uniform(0.7, 1.3))
        one.data = _crushed(one.data)
        inside.append(one)
    return inside


_crushed_meshes = {}


def _crushed(data):
    """A dried flower as it shows through gauze.

    The gauze keeps more light from it than two thin layers would, because shadow rays see threads
    only as a share; a little light of its own gives the blue back.
    """
    if data.name not in _crushed_meshes:
        s = Surface("crushed petal")
        blue = s.ramp(s.noise(22, 2), [(0.3, "#2a2fb4"), (0.7, "#5a5be0")])
        petal = s.principled(blue, 0.7, Specular=0.15)
        glow = s.node("ShaderNodeEmission", {"Color": blue, "Strength": 0.16})
        s.unsampled()
        copy = data.copy()
        both = s.node("ShaderNodeAddShader", {0: petal.outputs[0], 1: glow.outputs[0]})
        copy.materials[0] = s.finish(both)
        _crushed_meshes[data.name] = copy
    return _crushed_meshes[data.name]


def gauze(thread=0.0105, covered=0.27):
    """Woven threads with real gaps between them; the petals are seen through the gaps."""
    s = Surface("gauze")
    uv = s.node("ShaderNodeSeparateXYZ", {0: s.node("ShaderNodeUVMap").outputs[0]}).outputs
    threads = None
    for axis in (0, 1):
        across = s.math("PINGPONG", s.math("DIVIDE", uv[axis], thread), 0.5)
        one = s.between(across, 1.0, 0.0, covered / 2 - 0.07, covered / 2 + 0.07)
        threads = one if threads is None else s.math("MAXIMUM", threads, one)
    veil = s.between(threads, 0.06, 0.86)
    cloth = s.principled("#f3f1ee", 0.5, Specular=0.4, Sheen=0.2)
    through = s.node("ShaderNodeBsdfTranslucent", {"Color": "#f3f1ee"})
    clear = s.node("ShaderNodeBsdfTransparent", {0: (1, 1, 1, 1)})
    # Shadows see only how much of the light the threads keep.
    shadow = s.node("ShaderNodeLightPath").outputs["Is Shadow Ray"]
    share = s.mixed(shadow, veil, (0.26, 0.26, 0.26, 1))
    return s.finish(s.mixed_shaders(share, clear, s.mixed_shaders(0.35, cloth, through)))


def tag(width=0.20, height=0.24):
    """A printed paper tag lying flat, its lower edge at the origin."""
    corners = [
        (-width / 2, 0, 0),
        (width / 2, 0, 0),
        (width / 2, height, 0),
        (-width / 2, height, 0),
    ]
    uvs = [(0, 0), (1, 0), (1, 1), (0, 1)]
    paper = mesh("tag", corners, [(0, 1, 2, 3)], printed("tag.png", 0.5), smooth=False, uvs=uvs)
    thick = paper.modifiers.new("board", "SOLIDIFY")
    thick.thickness = 0.006
    thick.offset = 1
    return paper


def stick(seed=1, width=0.26, length=1.17, bulge=0.052, columns=40, rows=140):
    """A single-serve stick lying along y on the floor, face up."""
    across, along = np.meshgrid(np.linspace(-1, 1, columns), np.linspace(0, 1, rows))
    across, along = across.ravel(), along.ravel()
    seal = smooth(0.06, 0.14, along) * (1 - smooth(0.86, 0.94, along))
    full = seal * (0.8 + 0.2 * value_noise(along * 5 + seed, along * 0, seed=seed))
    dome = np.clip(1 - across**2, 0, 1) ** 0.6
    lumps = 0.010 * value_noise(across * 2, along * 11, seed=seed + 3) * dome
    z = 0.012 + (bulge + lumps) * full * dome
    z -= _puckers(across, along, seed) * dome
    ends = (1 - seal) * 0.006 * np.sin(across * 2.2 + seed)
    x = across * width / 2 * (1 - 0.12 * full)
    print_ = _film()
    uvs = np.c_[across * 0.5 + 0.5, along]
    top = mesh(
        "stick",
        np.c_[x, (along - 0.5) * length, z + ends],
        grid_faces(columns, rows),
        print_,
        uvs=uvs,
    )
    low = np.maximum(0.004, 0.012 - 0.5 * bulge * full * dome)
    faces = [face[::-1] for face in grid_faces(columns, rows)]
    under = mesh("stick", np.c_[x, (along - 0.5) * length, low], faces, print_, uvs=uvs)
    return group("stick", top, under)


def _puckers(across, along, seed):
    """Creases of the film: sharp ones run in from both seals, a few lie across the body."""
    deep = np.zeros_like(along)
    for side, away in ((0, along - 0.075), (40, 0.925 - along)):
        reach = smooth(-0.02, 0.02, away) * np.exp(-((np.maximum(away, 0) / 0.13) ** 2))
        crease = 1 - np.abs(value_noise(across * 3.4 + seed, away * 3.0, seed=seed + side))
        deep += 0.020 * reach * crease**5
    lying = 1 - np.abs(value_noise(across * 1.1 + along * 3.0, along * 5.0 + seed, seed=seed + 7))
    return deep + 0.009 * lying**9 * smooth(0.12, 0.22, along) * (1 - smooth(0.78, 0.88, along))


def _film():
    """Printed film, ribbed by the heads that seal its ends."""
    s = Surface("film")
    ink = s.image("stick.png").outputs[0]
    along = s.node("ShaderNodeSeparateXYZ", {0: s.node("ShaderNodeUVMap").outputs[0]}).outputs[1]
    from_end = s.math("MINIMUM", along, s.math("SUBTRACT", 1.0, along))
    ribs = s.math("SINE", s.math("MULTIPLY", along, 620))
    sealed = s.math("MULTIPLY", ribs, s.between(from_end, 1.0, 0.0, 0.062, 0.068))
    normal = s.bump(sealed, 0.6, 0.006, s.bump(s.noise(160), 0.05, 0.004))
    coat = dict(Clearcoat=0.25, Clearcoat_Roughness=0.16)
    return s.finish(s.principled(ink, 0.34, Specular=0.4, Normal=normal, **coat))
