"""Product 5, Travel Tea Pack, 50 g: the slim violet tube with single sticks."""

import math
import random

import numpy as np

from goods.chai_glass import chai_glass, chai_glassware
from goods.flask import flask
from goods.leaf_shade import leafy_window
from goods.lying import lie
from goods.materials import brushed_metal, handled_metal, paper_label
from goods.spilling import spill
from goods.steam import steam
from goods.stick_pack import LENGTH, stick
from goods.strewing import fresh
from goods.tea import BREWS
from goods.tin import lid, tin
from goods.traces import drops
from goods.train import fold_table, train_window
from kit.caustic import cast
from kit.colour import linear
from kit.mesh import group, place
from kit.room import SUN_COLOUR, SUN_STRENGTH
from kit.stage import air, camera, card, clear_stage, morning_sun, softbox
from kit.stage import paper_stage

RADIUS, HEIGHT = 0.30, 1.28
# In through the train's window, so that its bars lie across the table.
LOW_SUN = (-0.2, 2.7, 2.3)


def tube(opened=False):
    silver = handled_metal("#d2cfdd", 0.36)
    print_ = paper_label("tube-travel.png")
    return tin(print_, silver, RADIUS, HEIGHT, lid_height=0.16, opened=opened, half=0.204)


def pack():
    paper_stage()
    place(tube(), (-0.26, 0.05, 0), (0, 0, 2))
    place(stick(2), (0.60, -0.05, 0.004), (0, 6, -55))
    place(stick(1), (0.38, -0.48, 0.004), (0, 5, -42))
    spill(-0.36, -0.86, 3, 0, 8, reach=0.3, seed=33)
    lie(fresh((2, -0.86, -0.56, 20, -6, -30, 0.64)), sink=0.03)
    leafy_window(0.65)
    camera((0.05, -6.4, 2.2), (0.02, 0, 0.60), 98, aperture=7.1, focus=(0, -0.3, 0.6))


def inside():
    paper_stage("#d0c3ee")
    at = (-0.44, 0.30, 0)
    place(tube(opened=True), at, (0, 0, -4))
    _filed(at)
    # A fan of five: three on the paper, one across them, and one across that.
    fan = [
        (-62, 0.30, -0.62, 0.0, 0.0),
        (-30, 0.44, -0.72, 0.0, 0.0),
        (2, 0.66, -0.70, 0.0, 0.0),
        (-46, 0.37, -0.66, 0.074, 1.5),
        (-14, 0.56, -0.70, 0.130, 4.5),
    ]
    for i, (turn, x, y, height, tilt) in enumerate(fan):
        place(stick(i + 10), (x, y, height), (tilt, 2 * (i % 2), turn + 20))
    cover = _upturned(lid(handled_metal("#d2cfdd", 0.36), RADIUS, 0.16))
    place(cover, (-0.72, -0.56, 0.184), (180, 0, 24))
    spill(-0.46, -0.96, 2, 1, 6, way=180, reach=0.4, seed=36, scale=0.5)
    leafy_window(0.6)
    camera((0, -5.8, 3.1), (0.06, -0.08, 0.58), 80, aperture=6.3, focus=(0, -0.2, 0.7))


def _upturned(cover):
    """A lid laid down as hands do: one sees how thick its sheet is, and the dark in it."""
    for part in cover.children:
        part.data.use_auto_smooth, part.data.auto_smooth_angle = True, math.radians(40)
        if part.name.startswith("lining"):
            part.data.materials[0] = brushed_metal("#8d8a94", 0.42, 0.3)
    return cover


def _filed(at):
    """Twenty sticks in the tin, one row behind the other, as it is sold; one is drawn out a little."""
    rng = random.Random(4)
    rows = [
        (0.225, 1),
        (0.18, 2),
        (0.135, 2),
        (0.09, 2),
        (0.045, 2),
        (0.0, 2),
        (-0.045, 2),
        (-0.09, 2),
    ]
    rows += [(-0.135, 2), (-0.18, 2), (-0.225, 1)]
    number = 0
    for y, count in rows:
        chord = math.sqrt((RADIUS - 0.02) ** 2 - y * y)
        for k in range(count):
            spare = max(0, chord - 0.125)
            x = 0 if count == 1 else (2 * k - 1) * min(0.128, spare)
            top = LENGTH + 0.03 + rng.uniform(0.0, 0.02) + (0.34 if number == 12 else 0)
            upright = group(
                "upright", place(stick(number, full=0.55), (0, -LENGTH / 2, 0), (0, 0, 0))
            )
            lean = (-15 * y + rng.gauss(0, 0.5), 14 * x + rng.gauss(0, 0.6), rng.gauss(0, 4))
            if number == 12:
                # Let go by a hand: it leans where it has room to.
                lean = (lean[0] - 3, lean[1] + 6, 9)
            hung = group("hung", place(upright, (0, 0, 0), (90, 0, 0)))
            place(hung, (at[0] + x, at[1] + y + rng.gauss(0, 0.006), top), lean)
            number += 1


def in_use():
    """A window seat: flask, tube, a stick torn open, tea in a platform glass."""
    clear_stage(0.46)
    air("#a8a29a", "#fbf8ff", 0.46)
    train_window()
    # It reaches the panel: a gap behind the glass would be a dark band in the tea.
    board = fold_table(depth=4.2, front=-2.3)
    light = softbox((-0.9, 2.3, 2.6), (0, -0.4, 0.2), 3.4, 330, "#fff6ea", 2.0)
    light.visible_glossy = light.visible_transmission = False
    side = softbox((-3.8, -1.2, 2.4), (0, 0, 0.5), 1.6, 170, "#fff3e2", 2.2)
    # The flask's sheen is its mirror image.
    side.visible_transmission = False
    morning_sun(LOW_SUN, (0, 0, 0), SUN_STRENGTH, SUN_COLOUR, 1.0)
    at = (-0.26, -0.52, 0)
    # What is dark beside the train's window draws the edges of the glass's foot.
    for away in (-0.8, 0.8):
        card((at[0] + away, at[1] + 0.1, 0.1), (*at[:2], 0.1), 0.5, 0.6, "#1b1a2c")
    place(chai_glass(), at)
    _light_through(at, board, "#aea79f")
    place(flask(), (-0.84, 0.30, 0))
    place(tube(), (0.62, 0.22, 0), (0, 0, 4))
    # Rolled towards the camera, so that their lettering is read straight on.
    place(stick(9), (0.58, -0.58, 0.004), (0, 5, -84))
    place(stick(6), (0.46, -0.98, 0.004), (0, 5, -66))
    steam((-0.26, -0.36, 0.78), width=0.9, height=1.1, strength=0.22)
    spill(-0.78, -0.86, 2, 0, 6, reach=0.24, seed=45, scale=0.5)
    drops((0.10, -0.94, 0.020), (0.16, -0.88, 0.011))
    camera((0.1, -6.2, 2.0), (0.02, 0.0, 0.66), 82, aperture=1.0, focus=(-0.2, -0.72, 0.4))


def _light_through(at, board, paint, end=-1.12, fading=0.16):
    """The sun through the glass on the table; behind `end` it fades.

    Further towards the camera lay an arc, from light mirrored below the tea's surface, that belonged to
    nothing one sees.
    """
    kept = lambda places: np.clip((places[:, 1] - end) / fading, 0, 1)
    sun = (LOW_SUN, SUN_STRENGTH, linear(SUN_COLOUR), 1.0)
    middle = (at[0], at[1] - 0.2)
    cast(chai_glassware(at), BREWS["blue"], sun, [(board, linear(paint))], middle, kept=kept)
