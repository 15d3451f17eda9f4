"""Product 2, Premium Blue Tea Pack, 100 g: the indigo carton with pyramid infusions."""

from goods.bowl import dish
from goods.carton import carton
from goods.cup import cup, saucer
from goods.lemon import lemon_half
from goods.sachet import pyramid
from goods.strewing import fresh, strew
from kit.mesh import place
from kit.stage import air, backdrop, camera, clear_stage, glass_cards, window_light


def pack():
    clear_stage()
    backdrop()
    air()
    place(carton(), (0, 0.1, 0), (0, 0, 24))
    place(pyramid(3, tag_at=(0.30, -0.22)), (0.56, -0.62, 0), (0, 0, 10), 0.8)
    strew([(-0.52, -0.78), (-0.26, -0.96), (0.10, -0.84)], seed=14)
    fresh((0, -0.88, -0.34, 20, -6, -36, 0.70))
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
    strew([(-1.05, -0.66), (0.10, -1.02), (1.02, -0.46)], seed=22, scale=0.52)
    window_light(0.5, key=235)
    camera((-0.1, -6.6, 2.8), (0.02, -0.02, 0.80), 84, aperture=5.6, focus=(-0.2, -0.4, 0.3))


def in_use():
    clear_stage()
    backdrop("#c9bbeb", depth=4.6).visible_glossy = False
    air()
    place(cup(brew="lemon", lemon=-60), (-0.34, -0.40, 0.045), (0, 0, -20))
    place(saucer(), (-0.34, -0.40, 0))
    place(lemon_half(), (-0.80, -1.14, 0.25), (54, -16, 0), 0.84)
    place(carton(), (0.66, 0.62, 0), (0, 0, 14))
    place(pyramid(2, tag_at=(0.30, -0.24)), (0.60, -0.72, 0), (0, 0, -6), 0.78)
    strew([(-0.20, -1.28), (0.26, -1.20)], seed=8, scale=0.5)
    window_light(0.5)
    glass_cards(-0.34, -0.40)
    camera((0, -6.2, 2.6), (0.02, -0.02, 0.56), 84, aperture=4.5, focus=(-0.3, -0.75, 0.5))
