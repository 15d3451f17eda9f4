"""Single-serve sticks: a film tube sealed at both ends and pushed apart by the flowers in it.

Creases are not drawn: film bends but does not stretch, and runs in folds towards its seals
(kit.film). Its print is bent with it and stays whole.
"""

import numpy as np

from kit.film import finer, lengths, mend, normals, unbend
from kit.mesh import grid_faces, group, mesh
from kit.noise import layered_noise, value_noise
from kit.surface import Surface

WIDTH, LENGTH = 0.25, 1.17
SEAL = 0.062
COLUMNS, ROWS = 17, 79
_shapes = {}


def stick(seed=1, full=1.0, kinds=6):
    """A stick lying along y on the floor, face up; there are `kinds` different ones."""
    key = seed % kinds, full
    if key not in _shapes:
        _shapes[key] = _filled(*key)
    points, uvs = _shapes[key]
    rows, columns = points.shape[1:3]
    faces = grid_faces(columns, rows)
    print_ = film()
    low = points[..., 2].min()
    sides = []
    for side in (0, 1):
        flat = points[side].reshape(-1, 3) - (0, 0, low)
        wound = faces if side == 0 else [face[::-1] for face in faces]
        sides.append(mesh("stick", flat, wound, print_, uvs=uvs))
    return group("stick", *sides)


def _filled(seed, full):
    """Positions (2 sides, rows, columns, 3) of a stick that has been filled, and its UVs."""
    rng = np.random.default_rng(seed + 3)
    across, along = np.meshgrid(np.linspace(-1, 1, COLUMNS), np.linspace(0, 1, ROWS))
    flat = np.dstack([across * WIDTH / 2, (along - 0.5) * LENGTH])
    p = np.stack([np.dstack([flat, np.full(across.shape, z)]) for z in (0.002, -0.002)])
    p[..., 2] += 0.0015 * rng.standard_normal(p.shape[:3])
    for fine in (False, True):
        if fine:
            p, flat = finer(p), finer(flat[None])[0]
        p = _pushed(p, flat, seed, full, steps=90 if fine else 260)
    rows, columns = p.shape[1:3]
    u, v = np.meshgrid(np.linspace(0, 1, columns), np.linspace(0, 1, rows))
    p[0, ..., 2] -= _puckers(2 * u - 1, v, seed)
    # Film shrinks unevenly where it is welded: the ends wave and curl.
    away = np.clip(SEAL - np.minimum(v, 1 - v), 0, SEAL) / SEAL
    wave = value_noise(u * 2.6 + 3.1 * seed, np.round(v) * 9.0, seed=seed + 70)
    p[..., 2] += away**1.5 * (0.010 + 0.012 * wave)
    # Cut by a toothed knife.
    teeth = 0.007 * (np.arange(columns) % 2)
    p[:, 0, :, 1] += teeth
    p[:, -1, :, 1] += teeth
    return p, np.c_[u.ravel(), v.ravel()]


def _puckers(across, along, seed):
    """Fine creases that run in from both seals: shallow, so that no word is broken."""
    deep = np.zeros_like(along)
    for side, away in ((0, along - SEAL), (40, 1 - SEAL - along)):
        reach = np.clip(away / 0.03, 0, 1) * np.exp(-((np.maximum(away, 0) / 0.10) ** 2))
        crease = 1 - np.abs(value_noise(across * 3.0 + seed, away * 2.4, seed=seed + side))
        deep += 0.0090 * reach * crease**4
    return deep * np.clip(1 - across**2, 0, 1)


def _pushed(p, flat, seed, full, steps):
    """Flowers push the two sides apart; seals and sides hold them together."""
    kept = lengths(flat)
    rows, columns = flat.shape[:2]
    along = np.linspace(0, 1, rows)
    sealed = (along < SEAL) | (along > 1 - SEAL)
    firm = np.full((rows, columns, 1), 0.10)
    firm[sealed] = 0.8
    v, u = np.meshgrid(along, np.linspace(-1, 1, columns), indexing="ij")
    # Fullest in the middle, slacker towards the upper end.
    filled = np.clip((v - 0.10) / 0.09, 0, 1) * np.clip((0.92 - v) / 0.20, 0, 1)
    dome = filled * np.clip(1 - u**2, 0, 1) ** 0.5
    lumps = [layered_noise(u * 2.0 + seed, v * 13, seed=seed * 2 + k) for k in (0, 1)]
    high = 0.030 * full * dome * (0.62 + 0.60 * lumps[0])
    low = -0.022 * full * dome * (0.80 + 0.20 * lumps[1])
    air = 0.004 * LENGTH / (rows - 1) * full * filled[..., None]
    for _ in range(steps):
        n = normals(p)
        p[0] += n[0] * air
        p[1] -= n[1] * air
        unbend(p, firm)
        # A little at a time, or the film would tear away from its seals.
        p[0, ..., 2] += 0.12 * np.maximum(0, high - p[0, ..., 2])
        p[1, ..., 2] += 0.12 * np.minimum(0, low - p[1, ..., 2])
        # It lies on a table.
        p[..., 2] = np.maximum(p[..., 2], -0.024 * full)
        for _ in range(3):
            mend(p, kept)
            _held(p, sealed)
    return p


def _held(p, sealed):
    """The sides of the tube, and its welded ends, move as one."""
    for column in (0, -1):
        p[:, :, column] = p[:, :, column].mean(axis=0)
    middle = p[:, sealed].mean(axis=0)
    p[0][sealed], p[1][sealed] = middle + (0, 0, 0.0012), middle - (0, 0, 0.0012)


_kept = {}


def film():
    """Printed film with a dull shine: handled, so crumpled finely; ribbed by the heads that seal it."""
    if "film" in _kept:
        return _kept["film"]
    s = Surface("film")
    ink = s.image("stick.png").outputs[0]
    along = s.node("ShaderNodeSeparateXYZ", {0: s.node("ShaderNodeUVMap").outputs[0]}).outputs[1]
    from_end = s.math("MINIMUM", along, s.math("SUBTRACT", 1.0, along))
    ribs = s.math("SINE", s.math("MULTIPLY", along, 620))
    sealed = s.math("MULTIPLY", ribs, s.between(from_end, 1.0, 0.0, 0.060, 0.064))
    normal = s.bump(sealed, 0.9, 0.007)
    at = s.coordinates()
    # No two sticks were squeezed alike.
    chance = s.node("ShaderNodeObjectInfo").outputs["Random"]
    moved = s.node("ShaderNodeCombineXYZ", {0: s.math("MULTIPLY", chance, 9.0)}).outputs[0]
    at = s.node("ShaderNodeVectorMath", {0: at, 1: moved}, operation="ADD").outputs[0]
    normal = s.bump(s.noise(1.0, 1, s.stretched(at, (7, 3.5, 1), (0, 0, 0.3))), 0.42, 0.06, normal)
    # Straight creases that meet in points, most of them hardly seen.
    for scale, turn, strong in (((3.6, 2.2, 1.0), 0.5, 0.7), ((6.5, 4.4, 1.0), -0.8, 0.5)):
        lying = s.stretched(at, scale, (0, 0, turn))
        inputs = {"Vector": lying, "Scale": 1.0}
        cells = s.node("ShaderNodeTexVoronoi", inputs, feature="DISTANCE_TO_EDGE")
        crease = s.between(cells.outputs["Distance"], 1.0, 0.0, 0.0, 0.036, "SMOOTHSTEP")
        spread = s.noise(1.0, 1, s.stretched(at, (11, 8, 1), (0, 0, 1.1)))
        here = s.between(spread, 0.0, 1.0, 0.46, 0.64)
        here = s.math("MULTIPLY", here, s.between(from_end, 0.0, 1.0, 0.064, 0.085))
        normal = s.bump(s.math("MULTIPLY", crease, here), strong, 0.014, normal)
    rough = s.between(s.noise(14, 3, at), 0.30, 0.44, 0.3, 0.7)
    _kept["film"] = s.finish(s.principled(ink, rough, Specular=0.5, Normal=normal))
    return _kept["film"]
