"""Product 2, Premium Blue Tea Pack, 100 g: the indigo carton with pyramid infusions."""

from goods.bowl import dish
from goods.carton import carton
from goods.cup import cup, cup_glassware
from goods.lemon import lemon_half
from goods.linen import napkin
from goods.lying import lie
from goods.sachet import pyramid
from goods.steam import steam
from goods.strewing import fresh, strew
from goods.tables import teak
from goods.tea import BREWS
from goods.traces import drops
from kit.mesh import place
from kit.room import light_through, room
from kit.stage import air, backdrop, camera, clear_stage, window_light

WHITE = "#ece8e1"


def pack():
    clear_stage()
    backdrop()
    air()
    place(carton(), (0, 0.1, 0), (0, 0, 24))
    place(pyramid(3, tag_at=(0.30, -0.22)), (0.56, -0.62, 0), (0, 0, 10), 0.8)
    lie(strew([(-0.52, -0.78), (-0.26, -0.96), (0.10, -0.84)], seed=14))
    lie(fresh((0, -0.88, -0.34, 20, -6, -36, 0.70)), sink=0.03)
    window_light(0.7)
    camera((0.1, -6.6, 2.2), (0, 0, 0.66), 102, aperture=6.3, focus=(0, -0.3, 0.7))


def inside():
    clear_stage()
    backdrop("#d0c3ee")
    air(strength=0.36)
    place(carton(opened=True), (0.50, 0.55, 0), (0, 0, 16))
    place(dish(0.60, "#a9a3d6"), (-0.42, -0.32, 0))
    for seed, x, y, turn in [(1, -0.62, -0.20, 20), (2, -0.24, -0.18, 80), (4, -0.44, -0.52, 150)]:
        place(pyramid(seed), (x, y, 0.045), (0, 0, turn), 0.74)
    place(pyramid(5, tag_at=(0.36, -0.20)), (0.46, -0.68, 0), (0, 0, -12), 0.80)
    lie(strew([(-1.05, -0.66), (0.10, -1.02), (1.02, -0.46)], seed=22, scale=0.52))
    window_light(0.5, key=235)
    camera((-0.1, -6.6, 2.8), (0.02, -0.02, 0.80), 84, aperture=5.6, focus=(-0.2, -0.4, 0.3))


def in_use():
    room()
    planks = teak()
    # A runner across the table: against the wood behind it the tea would look like wine.
    cloth = place(napkin(1.60, 5.3), (-0.42, 1.50, 0), (0, 0, 5))
    at = (-0.34, -0.40, 0.014)
    place(cup(brew="purple", lemon=-60), at, (0, 0, -20))
    on = [(cloth, WHITE)] + [(plank, "#86562f") for plank in planks]
    light_through(cup_glassware(at), BREWS["violet"], on, *at[:2], floor=0.01)
    place(lemon_half(), (-0.88, -0.88, 0.254), (14, -8, 0), 0.84)
    place(carton(), (0.66, 0.62, 0.014), (0, 0, 14))
    place(pyramid(2, tag_at=(0.30, -0.24)), (0.88, -0.60, 0), (0, 0, -6), 0.78)
    steam((-0.34, -0.40, 0.62), seed=30)
    lie(strew([(0.10, -0.98), (0.32, -0.86)], seed=8, scale=0.5), floor=0.016)
    drops((0.62, -1.16, 0.022), (0.70, -1.22, 0.012))
    camera((0, -6.2, 2.7), (0.0, -0.02, 0.56), 82, aperture=0.9, focus=(-0.3, -0.80, 0.45))
