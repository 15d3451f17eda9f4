"""Product 5, Travel Tea Pack, 50 g: the slim violet tube with single sticks."""

import math

from goods.chai_glass import chai_glass, chai_glassware
from goods.flask import flask
from goods.lying import lie
from goods.materials import brushed_metal, printed
from goods.sachet import stick
from goods.steam import steam
from goods.strewing import fresh, strew
from goods.tea import BREWS
from goods.tin import lid, tin
from goods.traces import crumbs, drops
from goods.train import fold_table, train_window
from kit.mesh import group, place
from kit.room import SUN_COLOUR, SUN_STRENGTH, light_through
from kit.stage import air, backdrop, camera, clear_stage, morning_sun, softbox, window_light

RADIUS, HEIGHT = 0.30, 1.28
# In through the train's window, so that its bars lie across the table.
LOW_SUN = (-0.2, 2.7, 2.3)


def tube(opened=False):
    silver = brushed_metal("#d2cfdd", 0.3)
    return tin(printed("tube-travel.png"), silver, RADIUS, HEIGHT, lid_height=0.16, opened=opened)


def pack():
    clear_stage()
    backdrop()
    air()
    place(tube(), (-0.26, 0.05, 0), (0, 0, 2))
    place(stick(2), (0.60, -0.04, 0.03), (0, 14, -54))
    place(stick(1), (0.38, -0.48, 0.03), (0, 15, -40))
    lie(strew([(-0.76, -0.26), (-0.50, -0.80), (0.62, -0.84)], seed=33))
    lie(fresh((3, -0.86, -0.56, 20, -6, -30, 0.64)), sink=0.03)
    window_light(0.65)
    camera((0.05, -6.4, 2.2), (0.02, 0, 0.60), 98, aperture=7.1, focus=(0, -0.3, 0.6))


def inside():
    clear_stage()
    backdrop("#d0c3ee")
    air(strength=0.36)
    place(tube(opened=True), (-0.42, 0.30, 0), (0, 0, -4))
    # Filed one behind the other, as the tube is sold.
    for i in range(8):
        x, y = 0.07 * (-1) ** i + 0.015 * math.sin(i * 2.3), 0.16 - 0.046 * i
        lean, sway = 2.0 * math.sin(i * 1.7 + 1), 2.6 * math.sin(i * 2.9)
        upright = group("upright", place(stick(i + 3), (0, 0, 0), (90, 0, 0), 0.95))
        top = 0.95 + 0.035 * math.sin(i * 4.1)
        place(upright, (-0.42 + x, 0.30 + y, top), (lean, sway, 5 * math.sin(i * 3.3)))
    for i, turn in enumerate((-52, -22, 8)):
        fan = group("fan", place(stick(i + 10), (0, 0.30, 0.045 * i)))
        place(fan, (0.32, -0.98, 0), (0, 0, turn + 14))
    place(lid(brushed_metal("#d2cfdd", 0.3), RADIUS, 0.16), (-0.66, -0.56, 0), (0, 0, 0))
    lie(strew([(-0.20, -0.90), (1.12, -0.62)], seed=36, scale=0.5))
    window_light(0.6, key=240)
    camera((0, -5.8, 3.1), (0.06, -0.08, 0.58), 80, aperture=6.3, focus=(0, -0.2, 0.7))


def in_use():
    """A window seat: flask, tube, a stick torn open, tea in a platform glass."""
    clear_stage(0.46)
    air("#a8a29a", "#fbf8ff", 0.46)
    train_window()
    # It reaches the panel: a gap behind the glass would be a dark band in the tea.
    board = fold_table(depth=3.5)
    light = softbox((-0.9, 2.3, 2.6), (0, -0.4, 0.2), 3.4, 330, "#fff6ea", 2.0)
    light.visible_glossy = light.visible_transmission = False
    side = softbox((-3.8, -1.2, 2.4), (0, 0, 0.5), 1.6, 170, "#fff3e2", 2.2)
    # The flask's sheen is its mirror image.
    side.visible_transmission = False
    morning_sun(LOW_SUN, (0, 0, 0), SUN_STRENGTH, SUN_COLOUR, 1.0)
    at = (-0.26, -0.52, 0)
    place(chai_glass(), at)
    light_through(chai_glassware(at), BREWS["blue"], [(board, "#aea79f")], *at[:2], sun_at=LOW_SUN)
    place(flask(), (-0.84, 0.30, 0))
    place(tube(), (0.62, 0.22, 0), (0, 0, 4))
    # Rolled towards the camera, so that their lettering is read straight on.
    place(stick(9), (0.56, -0.62, 0.05), (0, 20, -76))
    place(stick(6), (0.46, -0.90, 0.05), (0, 22, -64))
    steam((-0.26, -0.52, 0.64), width=0.8, height=1.2, strength=0.26)
    lie(strew([(-0.80, -0.86)], seed=45, scale=0.5))
    crumbs(-0.66, -0.92, 0.12, 8)
    drops((0.10, -0.94, 0.020), (0.16, -0.88, 0.011))
    camera((0.1, -6.2, 2.0), (0.02, 0.0, 0.66), 82, aperture=1.0, focus=(-0.2, -0.72, 0.4))
