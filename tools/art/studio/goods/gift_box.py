"""The rigid gift box: tray, lid with foil, crinkled paper, the ribbon round it."""

import math
import random

import numpy as np

from goods.materials import box_paper
from goods.satin_ribbon import band, bow
from kit.mesh import block, group, mesh, place
from kit.surface import plain

# As deep as a tin that lies in it is thick, and a cup that stands in it high.
WIDTH, DEPTH, HEIGHT, WALL = 2.95, 1.75, 1.06, 0.045
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


def lid(emblem_size=1.5, emblem_shift=0.16):
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
                # Bent round at a wall a strip would lie flat on it, as dark specks.
                if abs(px) > width / 2 or abs(py) > depth / 2:
                    gone.add(len(vertices))
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


def stuffing(inside, low, high, count, colour, seed=4):
    """Paper strips pushed into a vessel; `inside` is its profile, (radius, height) upwards."""
    rng = random.Random(seed)
    radii, heights = zip(*inside)
    vertices, faces = [], []
    for _ in range(count):
        pleats, heading = rng.randint(7, 12), rng.random() * 6.283
        bend, climb, roll = rng.uniform(-1.2, 1.2), rng.gauss(0, 0.5), rng.uniform(-0.9, 0.9)
        z = rng.uniform(low, high)
        away = 0.8 * np.interp(z, heights, radii) * rng.random() ** 0.5
        around = rng.random() * 6.283
        x, y = away * math.cos(around), away * math.sin(around)
        first = len(vertices)
        for i in range(pleats):
            fold = 0.020 if i % 2 else -0.020
            for side in (-0.016, 0.016):
                off = side + fold * math.sin(roll)
                px, py = x - math.sin(heading) * off, y + math.cos(heading) * off
                pz = z + fold * math.cos(roll) + side * math.sin(roll) * 0.9
                pz = min(max(pz, low), high + 0.05)
                # Held by the glass: what would be outside lies against it.
                room = np.interp(pz, heights, radii) - 0.012
                held = min(1, room / max(math.hypot(px, py), 1e-6))
                vertices.append((px * held, py * held, pz))
            x, y = x + math.cos(heading) * 0.045, y + math.sin(heading) * 0.045
            z += math.sin(climb) * 0.03
            heading += bend * 0.25
        for a in range(first, first + 2 * (pleats - 1), 2):
            faces.append((a, a + 1, a + 3, a + 2))
    return mesh("stuffing", vertices, faces, plain("crinkled", colour, 0.75, Specular=0.2), False)


def _pushed_out(x, y, middle_x, middle_y, radius):
    """A point moved out of a circle, and whether it was too deep in it to be moved."""
    away = math.hypot(x - middle_x, y - middle_y)
    if away >= radius:
        return x, y, False
    further = (radius + 0.10 * away / radius) / max(away, 0.02)
    x, y = middle_x + (x - middle_x) * further, middle_y + (y - middle_y) * further
    return x, y, away < radius * 0.7


def tied(x, top, material):
    """Ribbon round the closed box at `x`, with a bow on top at height `top`."""
    d = DEPTH / 2 + 0.038
    # Round the lid's edges, not through them.
    over = [(x, -d, 0.005), (x, -d, top / 2), (x, -d, top - 0.012), (x, -d + 0.014, top + 0.004)]
    over += [(x, -0.4, top + 0.003), (x, 0.4, top + 0.003), (x, d - 0.014, top + 0.004)]
    over += [(x, d, top - 0.012), (x, d, 0.005)]
    strap = band(over, [0.20, 0.20], (1, 0, 0), material)
    return group("tied ribbon", strap, bow(x, -0.30, top, material))
