"""Round tins in printed paper with metal lids; the travel tube is a slim one."""

import math

import numpy as np

from goods.materials import handled_metal, paper_edge
from kit.colour import smooth
from kit.mesh import grid_faces, group, mesh, rounded, turned
from kit.noise import layered_noise, value_noise

SEGMENTS = 160
# How far the paper keeps off the foot and the lid, and how thick it is.
BARE, PAPER = 0.008, 0.0035


def tin(wall, lid_metal, radius=0.40, height=1.0, lid_height=0.17, opened=False, half=0.156):
    """A tin standing on the floor; opened, it shows its rim and an empty inside.

    `wall` is printed on paper that goes all round; what is within `half` of the middle of the
    print is a label of its own, stuck on by hand.
    """
    seed = int(1000 * height + 100 * half)
    parts = [_body(lid_metal, radius, height), _foot(lid_metal, radius)]
    parts.append(_paper("wrap", wall, radius, height, (0.0, 1.0), 0.0006, seed, 0.495 - half))
    parts.append(_paper("label", wall, radius, height, (0.5 - half, 0.5 + half), 0.0050, seed + 1))
    if opened:
        parts.append(_open_rim(radius, height))
    else:
        cover = lid(lid_metal, radius, lid_height)
        # Put on by hand: hardly level, and with air all round.
        cover.location = (0.0015, -0.001, height - 0.016)
        cover.rotation_euler = (math.radians(-0.25), math.radians(0.35), 0.7)
        parts.append(cover)
    return group("tin", *parts)


def _body(metal, radius, height):
    """The metal that shows between paper and rim."""
    profile = [(radius - 0.002, 0.02), (radius - 0.002, height)]
    return turned("body", profile, metal, SEGMENTS)


def _paper(name, material, radius, height, share, out, seed, beside=0.5):
    """A printed sheet round the tin, `share` of the way round, `out` above the metal.

    It is half a degree out of level, follows the tin not quite closely, and stands off at its ends.
    """
    columns, rows = int(SEGMENTS * (share[1] - share[0])) + 40, 33
    u, v = np.meshgrid(np.linspace(*share, columns), np.linspace(0, 1, rows))
    a = -math.pi / 2 + (u - 0.5) * 2 * math.pi
    wide = share[1] - share[0]
    low, high = 0.028 + BARE, height - 0.020 - BARE
    level = low + v * (high - low)
    # The print keeps its place on the sheet, the sheet does not keep its place on the tin.
    whole = (level - 0.02) / (height - 0.02)
    slant = 0.0085 if wide < 0.9 else -0.005
    z = level + slant * np.sin((u - 0.5) * 2 * math.pi) * radius / 0.40 * 0.5
    uneven = layered_noise(9 * u, 3.2 * v, seed=seed, layers=2)
    off = out + 0.0016 * uneven
    if wide < 0.9:
        to_end = np.minimum(u - share[0], share[1] - u) * 2 * math.pi * radius
        to_rim = np.minimum(v, 1 - v) * (high - low)
        loose = np.clip(value_noise(u * 5 + 3, v * 4.5, seed=seed + 5) + 0.25, 0, 1)
        off = off + 0.007 * smooth(0.05, 0.0, to_end) * loose
        off = off + 0.006 * smooth(0.10, 0.0, to_end + to_rim)
        # Cut with scissors or a worn die: no edge is ruled.
        a = a + 0.0016 * value_noise(v * 2.4, u * 2, seed=seed + 2)
    r = radius + off
    points = np.c_[(r * np.cos(a)).ravel(), (r * np.sin(a)).ravel(), z.ravel()]
    if wide > 0.9:
        # Below the label goes on what is beside it.
        u = np.where(u < 0.5, np.minimum(u, beside), np.maximum(u, 1 - beside))
    uvs = np.c_[u.ravel(), whole.ravel()]
    sheet = mesh(name, points, grid_faces(columns, rows), material, uvs=uvs)
    sheet.data.use_auto_smooth = True
    sheet.data.auto_smooth_angle = math.radians(40)
    sheet.data.materials.append(paper_edge())
    thick = sheet.modifiers.new("paper", "SOLIDIFY")
    thick.thickness, thick.offset, thick.material_offset_rim = PAPER, -1, 1
    return sheet


def _foot(metal, radius):
    r = radius
    profile = [(0, 0.004), (r - 0.02, 0), (r + 0.010, 0), (r + 0.010, 0.026), (r - 0.002, 0.028)]
    return turned("foot", [tuple(p) for p in rounded(profile, 0.009, 5)], metal, SEGMENTS)


def lid(metal, radius=0.40, height=0.17):
    """The lid, its lower edge at z = 0, with a rolled bead; nowhere quite round or flat."""
    r, h = radius, height + 0.02
    profile = [
        (r + 0.009, 0.0),
        (r + 0.013, -0.002),
        (r + 0.012, h),
        (r - 0.035, h + 0.004),
        (r - 0.045, h - 0.010),
        (0, h - 0.010),
    ]
    profile = rounded(profile, [0, 0.002, 0.022, 0.008, 0.008, 0], 6)
    inside = [(0, h - 0.018), (r + 0.004, h - 0.018), (r + 0.009, 0.0)]
    shell = _pressed(turned("lid", _dense(profile), metal, SEGMENTS), r, h)
    lining = turned("lining", inside, metal, SEGMENTS)
    around = np.linspace(0, 2 * math.pi, 13)[:-1]
    ring = [(r + 0.012 + 0.007 * math.cos(a), 0.004 + 0.007 * math.sin(a)) for a in around]
    bead = _rolled(turned("bead", ring, metal, SEGMENTS, closed=True), r + 0.012, 0.004)
    return group("lid", shell, lining, bead)


def _dense(profile, step=0.012):
    """A profile with points close enough together to be dented."""
    line = [tuple(map(float, profile[0]))]
    for point in profile[1:]:
        a, b = np.array(line[-1]), np.array(point, float)
        count = max(1, int(np.linalg.norm(b - a) / step))
        line += [tuple(a + (b - a) * (k + 1) / count) for k in range(count)]
    return line


def _moved(thing, move):
    """Moves a body's points: `move` gets and returns arrays (x, y, z)."""
    flat = np.empty(3 * len(thing.data.vertices), np.float32)
    thing.data.vertices.foreach_get("co", flat)
    moved = np.column_stack(move(*flat.reshape(-1, 3).astype(float).T))
    thing.data.vertices.foreach_set("co", moved.astype(np.float32).ravel())
    thing.data.update()
    return thing


# Where a lid was knocked: angle (degrees), share of its height, how deep, how wide.
DENTS = [(-118, 0.80, 0.0050, 0.035), (-62, 0.40, 0.0013, 0.080), (40, 0.6, 0.004, 0.05)]


def _pressed(shell, r, h):
    """Sheet metal: walls that sway, a top that is not level, a knock or two."""

    def move(x, y, z):
        away, a = np.hypot(x, y), np.arctan2(y, x)
        side = smooth(r - 0.06, r, away)
        sway = 0.0016 * value_noise(3.5 * np.cos(a) + 9, 3.5 * np.sin(a), 5 * z, seed=12)
        push = sway * side
        for angle, share, deep, wide in DENTS:
            off = (a - math.radians(angle) + math.pi) % (2 * math.pi) - math.pi
            far = np.hypot(off * r, 0.8 * (z - share * h))
            push = push - side * deep * np.exp(-((far / wide) ** 2))
        bowed = 0.0035 * value_noise(3 * x + 4, 3 * y, seed=31) + 0.006 * (1 - (away / r) ** 2)
        lift = bowed * smooth(r - 0.045, r - 0.09, away) * (z > h - 0.03)
        grow = 1 + push / np.maximum(away, 0.01)
        return x * grow, y * grow, z + lift

    return _moved(shell, move)


def _rolled(bead, radius, height):
    """The bead is rolled over by a wheel: thicker here, thinner there."""

    def move(x, y, z):
        away, a = np.hypot(x, y), np.arctan2(y, x)
        thick = 1 + 0.16 * value_noise(4 * np.cos(a), 4 * np.sin(a) + 7, seed=8)
        lie = 0.0012 * value_noise(2 * np.cos(a) + 5, 2 * np.sin(a), seed=9)
        grown = (radius + (away - radius) * thick) / away
        return x * grown, y * grown, height + lie + (z - height) * thick

    return _moved(bead, move)


def _open_rim(radius, height):
    r, h = radius, height
    profile = [
        (r, h - 0.01),
        (r + 0.008, h + 0.005),
        (r, h + 0.016),
        (r - 0.012, h + 0.005),
        (r - 0.012, 0.1),
        (0, 0.1),
    ]
    profile = [tuple(p) for p in rounded(profile, 0.005, 4)]
    return turned("rim", profile, handled_metal("#cfcfd6", 0.34), SEGMENTS)
