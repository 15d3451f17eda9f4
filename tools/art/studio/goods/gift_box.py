"""The rigid gift box: tray, lid with foil, crinkled paper, satin ribbon."""

import math
import random

from mathutils import Vector

from goods.materials import box_paper
from kit.mesh import block, curve, group, mesh, place
from kit.surface import Surface, plain

WIDTH, DEPTH, HEIGHT, WALL = 2.7, 1.9, 0.72, 0.045
LID_RIM = 0.30


def box():
    """The open lower part."""
    outer, inner = box_paper(), box_paper("#f4ecdc")
    w, d, h, t = WIDTH, DEPTH, HEIGHT, WALL
    parts = []

    def wall(x, y, width, depth, height, edge, paper, up=0.0):
        parts.append(place(block("wall", width, depth, height, edge, paper, 3), (x, y, up)))

    for sign in (-1, 1):
        wall(0, sign * (d / 2 - t / 2), w, t, h, 0.008, outer)
        wall(sign * (w / 2 - t / 2), 0, t, d - 2 * t, h, 0.008, outer)
        wall(0, sign * (d / 2 - t - 0.003), w - 2 * t, 0.004, h - 0.012, 0.001, inner, 0.004)
        wall(sign * (w / 2 - t - 0.003), 0, 0.004, d - 2 * t, h - 0.012, 0.001, inner, 0.004)
    parts.append(block("floor", w - t, d - t, t, 0.004, inner, 2))
    return group("box", *parts)


def lid(emblem_size=1.5, emblem_shift=0.12):
    """The lid, its top's underside at z = 0, rim hanging down."""
    outer = box_paper()
    w, d = WIDTH + 0.06, DEPTH + 0.06
    top = block(
        "lid",
        w,
        d,
        0.045,
        0.010,
        box_paper(foil="foil-lid.png", size=emblem_size, shift=emblem_shift),
        3,
    )
    parts = [top]
    for sign in (-1, 1):
        front = block("rim", w, 0.04, LID_RIM, 0.008, outer, 3)
        parts.append(place(front, (0, sign * (d / 2 - 0.02), -LID_RIM + 0.03)))
        side = block("rim", 0.04, d - 0.02, LID_RIM, 0.008, outer, 3)
        parts.append(place(side, (sign * (w / 2 - 0.02), 0, -LID_RIM + 0.03)))
    return group("lid", *parts)


def crinkled_paper(height, count, colour, seed=2, round_=None):
    """A nest of zigzag paper strips around a height; none stands up over the box's edge.

    It gives way to a thing at `round_` (x, y, radius).
    """
    rng = random.Random(seed)
    width, depth = WIDTH - 0.12, DEPTH - 0.12
    vertices, faces, gone = [], [], set()
    pleat, half_width, fold = 0.045, 0.016, 0.020
    for _ in range(count):
        x, y = rng.uniform(-width, width) / 2, rng.uniform(-depth, depth) / 2
        heading, pleats = rng.random() * 6.283, rng.randint(9, 16)
        bend, tilt, roll = rng.uniform(-0.5, 0.5), rng.gauss(0, 0.35), rng.uniform(-0.7, 0.7)
        tilt = max(-0.4, min(0.4, tilt))
        z = height + rng.uniform(-0.06, 0.05)
        first = len(vertices)
        for i in range(pleats):
            up = fold if i % 2 else -fold
            middle = i - pleats / 2
            for side in (-half_width, half_width):
                off = side + up * math.sin(roll)
                px = x - math.sin(heading) * off
                py = y + math.cos(heading) * off
                px = max(-width / 2, min(width / 2, px))
                py = max(-depth / 2, min(depth / 2, py))
                if round_:
                    px, py, cut = _pushed_out(px, py, *round_)
                    if cut:
                        gone.add(len(vertices))
                pz = z + up * math.cos(roll) + side * math.sin(roll) * 0.9
                pz += tilt * pleat * middle - 0.03 * (middle / pleats) ** 2
                vertices.append((px, py, pz))
            x += math.cos(heading) * pleat
            y += math.sin(heading) * pleat
            heading += bend * 0.25
        for i in range(pleats - 1):
            a = first + 2 * i
            if gone.isdisjoint(range(a, a + 4)):
                faces.append((a, a + 1, a + 3, a + 2))
    return mesh("crinkled", vertices, faces, plain("crinkled", colour, 0.75, Specular=0.2), False)


def _pushed_out(x, y, middle_x, middle_y, radius):
    """A point moved out of a circle, and whether it was too deep in it to be moved."""
    away = math.hypot(x - middle_x, y - middle_y)
    if away >= radius:
        return x, y, False
    further = (radius + 0.10 * away / radius) / max(away, 0.02)
    x, y = middle_x + (x - middle_x) * further, middle_y + (y - middle_y) * further
    return x, y, away < radius * 0.7


def satin(colour="#c9b6f2"):
    s = Surface("satin")
    threads = s.noise(1.0, 1, s.stretched(s.node("ShaderNodeUVMap").outputs[0], (90, 4, 1)))
    normal = s.bump(threads, 0.12, 0.003)
    shine = dict(Specular=0.5, Sheen=0.6, Anisotropic=0.5)
    return s.finish(s.principled(colour, 0.34, Normal=normal, **shine))


def ribbon(path, width, material, twist=lambda t: 0.0, across=None):
    """A band along a path; `twist` gives its roll in radians for 0..1 along it.

    Without `across` (the direction of the band's width) the band lies flat.
    """
    points = [Vector(p) for p in path]
    last = len(points) - 1
    vertices, uvs, faces = [], [], []
    strands = 8
    side = Vector((1, 0, 0))
    for i, p in enumerate(points):
        along = (points[min(i + 1, last)] - points[max(i - 1, 0)]).normalized()
        wide = Vector(across) if across else along.cross(Vector((0, 0, 1)))
        wide -= along * wide.dot(along)
        if wide.length > 1e-3:
            side = wide.normalized()
        over = side.cross(along)
        roll = twist(i / last)
        lie = side * math.cos(roll) + over * math.sin(roll)
        for k in range(strands + 1):
            vertices.append(p + lie * (width * (k / strands - 0.5)))
            uvs.append((k / strands, i / last))
    row = strands + 1
    for i in range(last):
        for k in range(strands):
            a, b = i * row + k, (i + 1) * row + k
            faces.append((a, a + 1, b + 1, b))
    band = mesh("ribbon", vertices, faces, material, uvs=uvs)
    band.modifiers.new("cloth", "SOLIDIFY").thickness = 0.006
    return band


def tied(x, top, satin_material):
    """Ribbon round the closed box at `x`, with a bow on top at height `top`."""
    w, d = 0.20, DEPTH / 2 + 0.042
    over = [(x, -d, 0.005), (x, -d, top - 0.02), (x, -d + 0.02, top + 0.004)]
    over += [(x, d - 0.02, top + 0.004), (x, d, top - 0.02), (x, d, 0.005)]
    parts = [ribbon(over, w, satin_material, across=(1, 0, 0))]
    y = -0.30
    for side in (-1, 1):
        loop = [
            (0, 0, 0.05),
            (0.16, 0.02, 0.13),
            (0.36, 0.05, 0.25),
            (0.50, 0.06, 0.22),
            (0.50, 0.05, 0.11),
            (0.34, 0.02, 0.05),
            (0.14, 0, 0.035),
            (0, 0, 0.05),
        ]
        placed = [(x + side * a, y + side * b * 0.6, top + c) for a, b, c in loop]
        parts.append(ribbon(curve(placed, 12), 0.17, satin_material, across=(0.1, 1, 0.25)))
        tail = [(0, 0, 0.05), (0.14, -0.16, 0.035), (0.26, -0.36, 0.03), (0.30, -0.52, 0.018)]
        placed = [(x + side * a, y + b, top + c) for a, b, c in tail]
        parts.append(ribbon(curve(placed, 12), 0.15, satin_material))
    knot = block("knot", 0.13, 0.15, 0.10, 0.035, satin_material, 5)
    parts.append(place(knot, (x, y, top + 0.01)))
    return group("tied ribbon", *parts)
