"""Pictures of the About page: the vine, the flower, the packs, the drying trays."""

import math
import random

from goods.bowl import BOWL_INSIDE, bowl, scoop
from goods.carton import carton
from goods.climber import bloom, sprig
from goods.gift_box import HEIGHT as BOX_HEIGHT
from goods.gift_box import LID_DEPTH, box, lid
from goods.leaf_shade import morning
from goods.linen import linen
from goods.lying import lie
from goods.pouch import pouch
from goods.spilling import spill
from goods.strewing import fresh, heap, strew
from goods.vine_on_fence import grown_fence, stem_near
from goods.winnow import winnow, winnow_floor
from goods.yard import boards, canopy, trellis
from kit.backdrop import View, photographed
from kit.mesh import group, place
from kit.room import room
from kit.stage import (
    air,
    camera,
    clear_stage,
    morning_sun,
    softbox,
)


def story():
    """The bowl on linen by the window, among dried flowers some picked this morning."""
    room(exposure=0.64, wall="#ddd3e2", wall_at=3.6, fill=0.42, sun=0)
    folds = [
        (-1.35, 0.7, 34, 1.5, 0.10, 0.05),
        (1.25, 0.9, -32, 1.7, 0.10, 0.05),
        (0.35, -1.5, -7, 1.5, 0.07, 0.035),
    ]
    linen("#e2d9cc", flat=[(-0.30, 0.20, 0.5)], folds=folds)
    place(bowl(), (-0.30, 0.20, 0))
    heap((-0.30, 0.20, 0), 0.54, 0.31, 0.50, 170, seed=7, vessel=BOWL_INSIDE)
    place(scoop(), (0.62, -0.10, 0), (0, 0, 24))
    heap((0.62, -0.10, 0), 0.08, 0.08, 0.13, 8, scale=0.28, seed=5)
    spill(0.92, -0.62, 3, 2, 9, way=180, reach=0.5, seed=60, scale=0.58)
    spill(-0.86, -0.40, 1, 1, 4, way=-60, reach=0.4, seed=61, scale=0.58)
    picked = fresh((0, 0.34, -0.72, 20, 6, 24, 0.86), (3, -0.50, -0.84, 18, -6, -34, 0.80))
    lie(picked, sink=0.035)
    morning(falls_on=(-0.2, 1.2, 0.7), size=1.1)
    camera((0, -5.6, 2.7), (0.0, 0.02, 0.28), 74, aperture=1.5, focus=(-0.2, -0.35, 0.3))


def packaging():
    """What a tea is sent out in, all of paper: pouch, carton and box, with a sprig of the vine."""
    room(exposure=0.66, wall="#d9d0dd", wall_at=4.6, fill=0.40, sun=0)
    folds = [
        (-2.2, -0.6, 58, 1.5, 0.09, 0.05),
        (1.9, -1.0, -18, 1.6, 0.08, 0.04),
        (-0.4, -1.75, -6, 1.8, 0.07, 0.03),
    ]
    flat = [(-1.10, 0.10, 0.75), (0.10, -0.18, 0.75), (1.36, 1.30, 1.75), (-0.30, -0.95, 0.5)]
    linen("#e2d9cc", flat=flat, folds=folds)
    place(pouch(by_window=True), (-1.10, 0.10, 0), (0, 0, -8))
    place(carton(), (0.08, -0.18, 0), (0, 0, 14))
    # On edge, the foil on its lid towards the camera: from the side nobody could read it.
    shut = group("gift box", box(), place(lid(), (0, 0, BOX_HEIGHT)))
    place(shut, (1.44, 1.72, LID_DEPTH / 2), (88.6, 0, -7))
    sprig([(-1.40, -1.10, 0.03), (-1.04, -1.0, 0.05), (-0.68, -1.0, 0.03), (-0.40, -1.1, 0.03)])
    lie(fresh((2, -0.86, -0.80, 22, -8, -24, 0.66)), sink=0.03)
    spill(0.90, -0.84, 3, 1, 7, way=20, reach=0.5, seed=64)
    spill(-1.72, -0.62, 1, 0, 2, seed=65)
    morning(falls_on=(0.0, 1.9, 1.3), size=1.15)
    camera((0.30, -8.2, 2.8), (0.34, 0, 0.85), 58, aperture=2.4, focus=(-0.2, -0.45, 0.7))


def farm():
    """Trays of flowers on old boards in the shade, behind them the vine in the first sun."""
    clear_stage(1.28)
    air("#8d9a84", "#eef2f4", 0.40, mirrored=0)
    hedge = View("forest", 165, 8, 60)
    photographed(hedge, 15.0, disc=0.02, strength=1.6, span=(-9, 9), heights=(-6, 7))
    boards()
    trellis(at=5.2)
    sun = (-3.6, 3.6, 3.0)
    morning_sun(sun, (0, 0, 0), 6.6, "#ffd9a4", 0.9)
    canopy(sun, over=(0.0, -0.42))
    # Under the roof light comes from the open side, low, so that all has a shadow on its right.
    softbox((-4.4, 1.3, 2.0), (0, 0, 0.1), 1.4, 560, "#fff1dd", 1.7)
    _tray((0.26, -0.42), 1.02, turn=8, seed=3, dried=64, fresh_ones=5)
    _tray((-1.52, 1.02), 0.92, turn=51, seed=8, dried=30, fresh_ones=14)
    # What fell beside the trays.
    spill(-0.92, -0.94, 2, 1, 6, way=160, reach=0.4, seed=70)
    spill(1.42, -0.90, 1, 0, 3, reach=0.2, seed=71)
    lie(fresh((2, -1.18, -0.62, 30, 6, -42, 0.66)), sink=0.03)
    camera((0.05, -6.4, 2.55), (-0.06, 0, 0.40), 66, aperture=0.62, focus=(0.2, -0.85, 0.1))


def _tray(at, radius, turn, seed, dried, fresh_ones):
    """A winnowing tray with flowers in loose drifts, a few of them not dry yet."""
    x0, y0 = at
    place(winnow(radius, seed), (x0, y0, 0.012), (0, 0, turn))
    rng = random.Random(seed)
    span = [(-0.55, 0.55), (-0.55, 0.55), (0.10, 0.26)]
    drifts = [[rng.uniform(*ends) for ends in span] for _ in range(4)]
    taken = []
    for i in range(dried + fresh_ones):
        for _ in range(60):
            # One in three lies by itself.
            cx, cy, wide = rng.choice(drifts) if rng.random() < 0.66 else (0, 0, 0.55)
            x, y = rng.gauss(cx, wide) * radius, rng.gauss(cy, wide) * radius
            apart = min((math.hypot(x - a, y - b) for a, b in taken), default=1)
            if math.hypot(x, y) < 0.82 * radius and apart > (0.16 if i < fresh_ones else 0.085):
                break
        taken.append((x, y))
        near = sum(math.hypot(x - a, y - b) < 0.15 for a, b in taken[:-1])
        floor = 0.012 + winnow_floor(math.hypot(x, y), radius) + 0.035 * min(near, 2)
        if i < fresh_ones:
            turns = rng.uniform(5, 45), rng.gauss(0, 20), rng.uniform(0, 360)
            one = fresh((i % 4, x0 + x, y0 + y, *turns, rng.uniform(0.55, 0.7)))
            lie(one, floor, sink=0)
        else:
            lie(strew([(x0 + x, y0 + y)], seed=seed * 1000 + i, scale=0.54), floor, sink=0)


def vine():
    """The vine on its fence, the sun behind it on the left: it comes through leaves and petals."""
    clear_stage(1.0)
    air("#6d755a", "#eaeff4", 0.58, mirrored=0)
    hedge = View("forest", 130, 4, 60)
    photographed(hedge, 11.0, disc=0.03, strength=1.3, span=(-5, 5), heights=(-4, 4))
    # From the left and a little behind: some leaves mirror the sun, some let it through.
    # Thin haze before it: no shadow has a hard edge.
    morning_sun((-2.5, 1.4, 2.7), (0, 0, 0), 7.6, "#ffe4ba", 4.5)
    middle, left, right = grown_fence()
    bloom(0, (0.26, -0.56, 0.02), 14, -10, 16, 1.24, stem_near(middle, 0.42, 0.54))
    bloom(2, (-0.72, -0.34, 0.20), 12, 10, -66, 1.04, stem_near(left, -0.95, 0.62))
    bloom(1, (1.06, -0.26, 0.24), 8, 8, 30, 0.98, stem_near(right, 0.95, 0.60))
    camera((0.15, -6.0, 0.35), (0.12, 0, 0.08), 80, aperture=0.30, focus=(0.25, -0.52, 0.0))
