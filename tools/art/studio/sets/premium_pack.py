"""Product 2, Premium Blue Tea Pack, 100 g: the indigo carton with pyramid infusions."""

import math

from goods.bowl import dish
from goods.carton import carton
from goods.cup import cup, cup_glassware
from goods.infusion import infusion, on_dish
from goods.lemon import lemon_half
from goods.leaf_shade import leafy_window
from goods.lying import lie
from goods.open_carton import open_carton
from goods.runner import runner
from goods.spilling import spill
from goods.steam import steam
from goods.strewing import fresh
from goods.tables import teak
from goods.tea import BREWS
from kit.mesh import place
from kit.room import light_through, room
from kit.stage import camera, paper_stage

WHITE = "#ece8e1"


def pack():
    paper_stage()
    place(carton(), (0, 0.1, 0), (0, 0, 24))
    infusion(3, tag_at=(0.82, -0.84, -52), at=(0.52, -0.56, 0), turn=20, size=0.82)
    spill(-0.24, -0.84, 3, 1, 7, way=10, reach=0.45, seed=14)
    lie(fresh((0, -0.88, -0.34, 20, -6, -36, 0.70)), sink=0.03)
    leafy_window(0.7)
    camera((0.1, -6.6, 2.2), (0, 0, 0.66), 102, aperture=6.3, focus=(0, -0.3, 0.7))


def inside():
    paper_stage("#d0c3ee")
    place(open_carton(), (0.46, 0.55, 0), (0, 0, 14))
    _on_a_dish(-0.46, -0.30)
    infusion(5, tag_at=(0.92, -0.78, -50), at=(0.46, -0.66, 0), turn=65, size=0.84)
    spill(0.02, -1.0, 2, 0, 5, reach=0.3, seed=22, scale=0.52)
    spill(-0.98, -0.80, 1, 0, 2, seed=23, scale=0.52)
    leafy_window(0.5)
    camera((-0.1, -6.6, 2.8), (0.0, -0.02, 0.80), 84, aperture=5.6, focus=(-0.2, -0.4, 0.3))


def _on_a_dish(x, y):
    """Bags poured on to a dish: two stand and lean together, one lies on its side before them."""
    dish_ = place(dish(0.62, "#a9a3d6"), (x, y, 0))
    floor = on_dish(0.050, 0.37, 0.22)
    low = dict(press=floor, ground=_dish_or_table, size=0.82)
    bags = [
        infusion(1, (-0.70, -0.10, 122), at=(-0.16, 0.13, 0.045), turn=15, tilt=(0, 7), **low),
        infusion(2, (0.69, 0.05, -14), at=(0.20, 0.10, 0.045), turn=75, tilt=(0, -8), **low),
        infusion(4, (0.16, -0.80, 196), at=(0.03, -0.21, 0.05), turn=140, tilt=(6, 0), **low),
    ]
    for bag in bags:
        place(bag, (x, y, 0))
    return dish_


def _dish_or_table(x, y):
    """The height of the dish of `_on_a_dish`, and of the table round it."""
    away = math.hypot(x, y)
    rim = 0.142 - 4.0 * max(0.0, away - 0.62)
    inside = 0.050 + 0.35 * max(0.0, away - 0.37)
    return max(0.0, min(inside, 0.142) if away < 0.62 else rim)


def in_use():
    room(behind="lawn")
    planks = teak()
    # A runner across the table: against the wood behind it the tea would look like wine.
    flat = [(-0.34, -0.40, 0.40), (-0.88, -0.88, 0.16), (0.20, -0.92, 0.20), (0.66, 0.62, 0.62)]
    cloth = runner(1.60, 5.3, at=(-0.19, -1.14), turn=5, flat=flat)
    at = (-0.34, -0.40, 0.014)
    place(cup(brew="purple", lemon=-60), at, (0, 0, -20))
    on = [(cloth, WHITE)] + [(plank, "#86562f") for plank in planks]
    light_through(cup_glassware(at), BREWS["violet"], on, *at[:2], floor=0.01)
    place(lemon_half(turn=70), (-0.88, -0.88, 0.004), scale=0.84)
    place(carton(used=True), (0.66, 0.62, 0.014), (0, 0, 14))
    infusion(2, tag_at=(1.08, -0.86, -40), at=(0.84, -0.58, 0), turn=40, size=0.82)
    steam((-0.34, -0.40, 0.67), seed=30)
    spill(0.20, -0.90, 2, 0, 6, reach=0.22, seed=8, scale=0.5, floor=0.016)
    camera((0, -6.2, 2.7), (0.0, -0.02, 0.56), 82, aperture=1.9, focus=(-0.3, -0.50, 0.45))
