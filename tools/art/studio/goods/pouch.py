"""The kraft stand-up pouch with its stuck-on label.

Front and back are films sealed together at both sides and on top. The flowers push them apart, and
because paper does not stretch, they crease where they are held: that shape is worked out here.
"""

import hashlib
import math
import os
from pathlib import Path

import numpy as np

from goods.kraft import kraft
from kit import film
from kit.colour import smooth
from kit.film import bent, finer, lengths, mend, normals, unbend
from kit.mesh import group, grid_faces, mesh
from kit.noise import layered_noise, value_noise
from kit.surface import Surface, plain

WIDTH, HEIGHT, BULGE = 1.32, 1.95, 0.33
SEAL, FULL_TO, ZIP = 0.055, 0.84, 0.875
# Half as deep as the bottom fold lets the pouch stand open; the corners on top are cut round.
FOOT, ROUND = 0.29, 0.07
# Where the label sits on the front, in its UVs.
LABEL = (0.17, 0.12, 0.83, 0.715)
# Where hands and the flat it was delivered as left a fold: from, to (in -1..1 and 0..1), depth.
CREASES = [
    (-0.78, 0.06, -0.52, 0.22, 0.026),
    (0.76, 0.05, 0.46, 0.25, 0.030),
    (0.88, 0.31, 0.52, 0.44, 0.040),
    (-0.90, 0.56, -0.60, 0.47, 0.040),
    (-0.86, 0.79, -0.24, 0.73, 0.040),
    (0.90, 0.70, 0.44, 0.80, 0.040),
    (0.06, 0.83, 0.26, 0.72, 0.030),
    (-0.40, 0.03, -0.26, 0.13, 0.030),
    (0.34, 0.02, 0.20, 0.13, 0.034),
]
# Points of the first, coarse shape; each further one has twice as many.
COLUMNS, ROWS, FINER = 34, 50, 2


def pouch(label="pouch-label.png", seed=3, by_window=False):
    """The pouch, standing; `by_window` is for low warm sun and a glass of tea near it."""
    surface = pouch_surface(label, by_window)
    sheets = _filled(seed)
    columns, rows = sheets.shape[2], sheets.shape[1]
    along, up = [g.ravel() for g in _grid(columns, rows)]
    sheets = _crumpled(sheets, columns, rows, seed)
    # Where paper is folded sharply its fibres break and show paler.
    worn = smooth(9, 30, bent(sheets))
    # Two films of 0.3 mm, side by side where they are sealed.
    sheets = sheets + 0.003 * normals(sheets) * np.array([1, -1])[:, None, None, None]
    sides = []
    for side, shape in enumerate(sheets):
        # The back lies outside the label's part of the drawing.
        uvs = np.c_[(-along if side else along) * 0.5 + 0.5, up + 4 * side]
        faces = grid_faces(columns, rows)
        if side:
            faces = [face[::-1] for face in faces]
        paint = np.repeat(worn[side].ravel()[:, None], 3, axis=1)
        sheet = mesh("pouch", shape.reshape(-1, 3), faces, surface, uvs=uvs, colours=paint)
        sides.append(_cut(sheet, by_window))
    return group("pouch", *sides)


def _cut(sheet, by_window):
    """A film that was cut with a knife: a sharp edge, the pale layer inside showing there.

    Not `by_window`: as a bright line it would be seen through tea.
    """
    sheet.data.use_auto_smooth = True
    sheet.data.auto_smooth_angle = math.radians(60)
    if not by_window:
        sheet.data.materials.append(plain("inner layer", "#dccbae", 0.6, Specular=0.3))
    thick = sheet.modifiers.new("film", "SOLIDIFY")
    thick.thickness, thick.offset = 0.0028, -1
    thick.material_offset_rim = 1
    return sheet


def _crumpled(sheets, columns, rows, seed):
    """The zip's two ridges and the fine crumple of paper, too small for the shape above."""
    along, up = _grid(columns, rows)
    out = sum(0.008 * np.exp(-(((up - ridge) / 0.004) ** 2)) for ridge in (ZIP, ZIP + 0.018))
    inner = smooth(0, 0.06, 1 - np.abs(along) - 2 * SEAL / WIDTH)
    on_label = smooth(0.04, -0.02, np.maximum(np.abs(along) - 0.66, np.abs(up - 0.4175) - 0.2975))
    fine = 1 - np.abs(value_noise(along * 4 + up * 3 + seed, up * 7 - along * 2, seed=seed + 31))
    fold = 1 - np.abs(value_noise(along * 2.4 - up * 2, up * 4.2 + along, seed=seed + 12))
    out = out + (0.004 * fine**7 + 0.007 * fold**9) * inner * (1 - 0.5 * on_label)
    towards = normals(sheets) * np.array([1.0, -1.0])[:, None, None, None]
    return sheets + out[None, ..., None] * towards


def _grid(columns, rows):
    return np.meshgrid(np.linspace(-1, 1, columns), np.linspace(0, 1, rows))


def _flat(columns, rows):
    """The films as they are cut: (rows, columns, 2)."""
    along, up = _grid(columns, rows)
    high = np.clip(up * HEIGHT - (HEIGHT - ROUND), 0, ROUND)
    half = WIDTH / 2 - ROUND + np.sqrt(ROUND**2 - high**2)
    return np.dstack([along * half, up * HEIGHT])


def _filled(seed):
    """Front and back of the filled pouch: (2, rows, columns, 3).

    Kept in `out/` between pictures: working it out takes fifteen seconds.
    """
    code = b"".join(Path(file).read_bytes() for file in (__file__, film.__file__))
    known = Path(os.environ["ART_OUT"], f"pouch-{seed}-{hashlib.sha256(code).hexdigest()[:12]}.npy")
    if not known.exists():
        np.save(known, _fill(seed))
    return np.load(known)


def _fill(seed):
    columns, rows = COLUMNS, ROWS
    flat = _flat(columns, rows)
    sheets = np.zeros((2, rows, columns, 3))
    for side, away in enumerate((-1, 1)):
        sheets[side, ..., 0], sheets[side, ..., 2] = flat[..., 0], flat[..., 1]
        sheets[side, ..., 1] = away * 0.3 * _content(*_grid(columns, rows), away, seed)
    for level in range(FINER + 1):
        if level:
            sheets = finer(sheets)
        _settled(sheets, seed, steps=(260, 200, 150)[level], push=0.006 / 2**level)
    # Buckles as small as the mesh would look like a weave.
    for axis in (1, 2):
        sheets = np.moveaxis(sheets, axis, 0)
        sheets[1:-1] = 0.25 * (sheets[:-2] + sheets[2:]) + 0.5 * sheets[1:-1]
        sheets = np.moveaxis(sheets, 0, axis)
    return sheets


def _settled(p, seed, steps, push):
    """Fills, creases and calms the films, in place."""
    rows, columns = p.shape[1:3]
    along, up = _grid(columns, rows)
    kept = lengths(_flat(columns, rows))
    sealed = (1 - np.abs(along) < 2 * SEAL / WIDTH) | (up > 0.945) | (abs(up - ZIP) < 0.014)
    sealed = sealed[..., None]
    on_label = (np.abs(along) < 0.68) & (up > 0.11) & (up < 0.725)
    firm = np.where(sealed[..., 0], 0.30, np.where(on_label, 0.12, 0.022))[..., None]
    foot = FOOT * (1 - np.abs(along[0]) ** 2.4) ** 0.8
    target = np.stack([_content(along, up, away, seed) for away in (-1, 1)])
    valley, line = _creases(along, up)
    target = np.maximum(target - valley, 0.45 * target)
    firm = firm * (1 - 0.85 * line[..., None])
    away = np.array([-1.0, 1.0])[:, None, None]
    lean = _lean(along, up, seed)
    before = p.copy()
    # What is smooth would stay so: paper buckles where it was bent a little before.
    rng = np.random.RandomState(seed + columns)
    near_seal = np.exp(-(((1 - np.abs(along) - 0.16) / 0.12) ** 2)) * smooth(0.03, 0.12, up)
    p[..., 1] += 0.006 * near_seal * rng.standard_normal((2, rows, 1)) * (up < 0.85)
    for step in range(steps):
        speed = 0.9 * (p - before)
        before[:] = p
        deep = away * (p[..., 1] - lean)
        pressed = push * np.clip((target - deep) / 0.05, -0.35, 1)
        out = normals(p) * np.array([1.0, -1.0])[:, None, None, None]
        p += speed + pressed[..., None] * out
        calm = step > steps - 40
        if calm:
            p -= 0.5 * speed
        for turn in range(4):
            mend(p, kept[:: 1 if turn % 2 else -1])
            unbend(p, firm)
            middle = 0.5 * (p[0] + p[1])
            p[:] = np.where(sealed, middle, p)
            # One film does not go through the other, nor through the floor.
            overlap = np.maximum(0, p[0, ..., 1] - p[1, ..., 1])
            p[0, ..., 1] -= 0.5 * overlap
            p[1, ..., 1] += 0.5 * overlap
            p[:, 1:, :, 2] = np.maximum(p[:, 1:, :, 2], 0.004)
            p[:, 0, :, 1] = (away[:, 0] * foot) + lean[0]
            p[:, 0, :, 2] = 0.0
        top = up > 0.9
        p[:, top, 1] += 0.1 * (lean[top] - p[:, top, 1])
        _upright(p)


def _upright(p):
    """Turns the films back, in place: nothing else keeps them from falling to one side."""
    x, z = p[..., 0], p[..., 2]
    middle = x.mean(axis=(0, 2))
    slope = np.polyfit(z.mean(axis=(0, 2)), middle, 1)[0]
    x -= slope * z + middle[0]
    z += slope * x


def _content(along, up, away, seed):
    """How far the flowers push a film out: round below, lumpy, none above the fill."""
    reach = np.clip(np.abs(along) * (WIDTH / 2) / (WIDTH / 2 - SEAL), 0, 1)
    full = np.clip(1 - (up / FULL_TO) ** 1.9, 0, 1) ** 0.85 * (0.93 + 0.07 * smooth(0, 0.12, up))
    deep = BULGE * full * (1 - reach**2.3) ** 0.78
    body = smooth(0, 0.2, full) * (1 - reach**4)
    lumps = 0.030 * layered_noise(along * 1.7 + seed, up * 2.9, seed=seed + away, layers=2)
    lumps += 0.010 * value_noise(along * 6 + seed, up * 9, seed=seed + 20 + away)
    return deep + lumps * body


def _creases(along, up):
    """How deep the folds in CREASES are at each point, and how close each point is to one."""
    x, z = along * WIDTH / 2, up * HEIGHT
    valley, line = np.zeros_like(x), np.zeros_like(x)
    for x0, z0, x1, z1, deep in CREASES:
        x0, x1, z0, z1 = x0 * WIDTH / 2, x1 * WIDTH / 2, z0 * HEIGHT, z1 * HEIGHT
        length = np.hypot(x1 - x0, z1 - z0)
        way_x, way_z = (x1 - x0) / length, (z1 - z0) / length
        t = np.clip(((x - x0) * way_x + (z - z0) * way_z) / length, 0, 1)
        # Not ruled: a fold wanders a little.
        off = (x - x0) * way_z - (z - z0) * way_x
        off = off + 0.014 * value_noise(t * 5, t * 0 + x0)
        beyond = np.hypot(x - x0 - t * length * way_x, z - z0 - t * length * way_z)
        off = np.where((t > 0) & (t < 1), np.abs(off), beyond)
        fades = 1 - 0.8 * t
        valley = np.maximum(valley, deep * fades * np.maximum(0, 1 - off / 0.085) ** 1.3)
        line = np.maximum(line, fades * np.exp(-((off / 0.014) ** 2)))
    return valley, line


def _lean(along, up, seed):
    """The films' middle: a top that sways, and a corner that somebody bent."""
    sway = 0.035 * np.sin((along + 0.2) * 2.1 + seed) * smooth(0.72, 1, up) + 0.03 * up**3
    corner = smooth(1.55, 2.0, along + up * 1.05)
    return sway + 0.07 * corner


def pouch_surface(label, by_window=False):
    s = Surface("pouch")
    paper, pulp = kraft(s)
    uv = s.node("ShaderNodeUVMap").outputs[0]
    mapping = s.node("ShaderNodeMapping", {"Vector": _by_hand(s, uv)}, vector_type="TEXTURE")
    left, low, right, high = LABEL
    mapping.inputs["Location"].default_value = (left, low, 0)
    mapping.inputs["Scale"].default_value = (right - left, high - low, 1)
    drawing = s.image(label, mapping.outputs[0], clip=True)
    there = drawing.outputs["Alpha"]
    sealed = _sealed(s, uv)
    paper = s.mixed(s.math("MULTIPLY", s.painted(), 0.55), paper, "#d2ae80")
    paper = s.shaded(paper, s.between(sealed, 1.0, 0.93))
    paper = s.mixed(_edge(s, uv), paper, "#d9c19a")
    if by_window:
        # In warm light brown paper turns to mustard.
        paper = s.node("ShaderNodeHueSaturation", {"Saturation": 0.80, "Color": paper}).outputs[0]
    creased, ink = _handled(s)
    printed = s.shaded(drawing.outputs["Color"], ink)
    colour = s.mixed(there, paper, printed)
    # Under the label the paper's grain is hidden; its edge stands up a little.
    grain = s.math("MULTIPLY_ADD", there, -0.24, 0.30)
    normal = s.bump(pulp, grain, 0.006)
    normal = s.bump(sealed, -0.8, 0.005, normal)
    normal = s.bump(there, 0.9, 0.004, normal)
    on_label = s.math("MULTIPLY", creased, there)
    normal = s.bump(on_label, 0.8, 0.007, normal)
    normal = s.bump(_crimp(s, uv), 0.5, 0.004, normal)
    roughness = s.between(there, 0.74, 0.48)
    shader = s.principled(colour, roughness, Specular=0.25, Normal=normal)
    if by_window:
        # Bent round by a full cup it was a brown strip at the tea's far edge. A handle (in and out:
        # two passages) still shows it.
        passed = s.node("ShaderNodeLightPath").outputs["Transmission Depth"]
        clear = s.node("ShaderNodeBsdfTransparent", {0: (1, 1, 1, 1)})
        shader = s.mixed_shaders(s.math("GREATER_THAN", passed, 2.5), shader, clear)
    return s.finish(shader)


def _by_hand(s, uv):
    """Where the label's drawing is found: stuck on by hand, no edge of it is ruled."""
    wander = s.node("ShaderNodeTexNoise", {"Vector": uv, "Scale": 5.0, "Detail": 2.0})
    off = s.node("ShaderNodeVectorMath", {0: wander.outputs["Color"], 1: (0.5, 0.5, 0.5)})
    off.operation = "SUBTRACT"
    small = s.shaded(off.outputs[0], 0.009)
    return s.node("ShaderNodeVectorMath", {0: uv, 1: small}).outputs[0]


def _handled(s):
    """Height and tone of a label that bends with its pouch: fine creases, fibres, uneven ink.

    Flat and evenly white on creased paper, it was laid on by a computer.
    """
    at = s.coordinates()
    ridge = s.math("ABSOLUTE", s.math("SUBTRACT", s.noise(3.4, 2, at, 0.6), 0.5))
    line = s.between(ridge, 1.0, 0.0, 0.0, 0.022, "SMOOTHSTEP")
    line = s.math("MULTIPLY", line, s.between(s.noise(2.3, 2, at), 0.0, 1.0, 0.50, 0.66))
    swell = s.math("MULTIPLY", s.noise(4.5, 3, at), 1.4)
    fibre = s.math("MULTIPLY", s.noise(120, 3, at), 0.10)
    height = s.math("ADD", s.math("ADD", swell, fibre), s.math("MULTIPLY", line, -0.35))
    clouds = s.between(s.noise(2.0, 3, at), 0.93, 1.02, 0.35, 0.65)
    ink = s.between(s.noise(90, 3, at), 0.955, 1.02, 0.3, 0.7)
    tone = s.math("MULTIPLY", s.math("MULTIPLY", clouds, ink), s.between(line, 1.0, 0.86))
    return height, tone


def _edge(s, uv):
    """Where the knife bared paler fibres, a hair wide, at both sides and on top."""
    across, up, _ = s.node("ShaderNodeSeparateXYZ", {0: uv}).outputs
    off = s.math("MULTIPLY", s.math("ABSOLUTE", s.math("SUBTRACT", across, 0.5)), WIDTH)
    off = s.math("SUBTRACT", WIDTH / 2, off)
    up = s.math("MULTIPLY", s.math("SUBTRACT", 1.0, s.math("FRACT", up)), HEIGHT)
    wide = s.between(s.noise(30, 3), 0.001, 0.006, 0.35, 0.7)
    return s.between(s.math("DIVIDE", s.math("MINIMUM", off, up), wide), 0.7, 0.0, 0.4, 1.0)


def _sealed(s, uv):
    """1 where films were pressed together: both sides, and the arc that holds the bottom fold."""
    across, up, _ = s.node("ShaderNodeSeparateXYZ", {0: uv}).outputs
    off = s.math("MULTIPLY", s.math("ABSOLUTE", s.math("SUBTRACT", across, 0.5)), 2.0)
    edge = 1 - 2 * SEAL / WIDTH
    side = s.between(off, 0.0, 1.0, edge - 0.006, edge + 0.006)
    arc = s.math("MULTIPLY_ADD", s.math("POWER", off, 2.6), 0.155, 0.022)
    foot = s.between(s.math("SUBTRACT", up, arc), 1.0, 0.0, -0.004, 0.004)
    return s.math("MAXIMUM", side, foot)


def _crimp(s, uv):
    """Fine ribs of the heat seal along the top."""
    height = s.node("ShaderNodeSeparateXYZ", {0: uv}).outputs[1]
    ribs = s.math("SINE", s.math("MULTIPLY", height, 620))
    return s.math("MULTIPLY", ribs, s.between(height, 0, 1, 0.945, 0.948))
