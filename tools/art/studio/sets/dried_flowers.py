"""Product 1, Dried Aparajita Flowers, 50 g: the kraft pouch."""

from goods.bowl import BOWL_INSIDE, bowl
from goods.cup import cup, saucer
from goods.pouch import pouch
from goods.strewing import fresh, heap, strew
from kit.mesh import place
from kit.stage import air, backdrop, camera, clear_stage, glass_cards, window_light


def pack():
    clear_stage()
    backdrop()
    air()
    place(pouch(), (0, 0.15, 0), (0, 0, -11))
    strew([(-0.44, -0.76), (-0.14, -0.96), (0.28, -0.78), (0.62, -0.90), (0.92, -0.42)], seed=12)
    fresh((1, -0.86, -0.60, 21, -6, -30, 0.80))
    window_light()
    camera((0.1, -7.2, 2.2), (-0.01, 0, 0.86), 100, aperture=7.1, focus=(0, -0.25, 0.8))


def inside():
    clear_stage()
    backdrop("#d0c3ee")
    air(strength=0.36)
    bowl()
    heap((0, 0, 0), 0.54, 0.31, 0.50, 170, vessel=BOWL_INSIDE)
    place(pouch(), (0.62, 1.45, 0), (0, 0, -8))
    strew([(-0.86, -0.34), (-0.34, -0.86), (0.86, -0.36), (0.42, -0.90)], seed=3, scale=0.60)
    fresh((3, -0.78, -0.76, 17, -6, -34, 0.80))
    window_light(0.4, key=230)
    camera((-0.05, -5.9, 2.5), (0.14, 0, 0.72), 79, aperture=4.0, focus=(0, -0.35, 0.42))


def in_use():
    clear_stage()
    backdrop("#c9bbeb", depth=4.6).visible_glossy = False
    air()
    place(cup(brew="blue"), (-0.30, -0.35, 0.045), (0, 0, -18))
    place(saucer(), (-0.30, -0.35, 0))
    place(pouch(), (0.72, 0.75, 0), (0, 0, -10))
    strew([(-0.98, -0.95), (-0.42, -1.25), (0.46, -1.12), (0.78, -0.62)], seed=8, scale=0.5)
    fresh((1, 0.74, -0.98, 21, 5, 30, 0.78))
    window_light(0.5)
    glass_cards(-0.3, -0.35)
    camera((0, -6.2, 2.45), (0.12, 0, 0.66), 80, aperture=4.0, focus=(-0.3, -0.75, 0.5))
