"""Product 3, Blue Tea Wellness Set, 200 g: two tins, one indigo and one lilac label."""

from goods.bowl import scoop, tray
from goods.cup import cup, saucer
from goods.honey import dipper, honey_jar
from goods.materials import brushed_metal, printed
from goods.strewing import fresh, heap, strew
from goods.tin import lid, tin
from kit.mesh import place
from kit.stage import air, backdrop, camera, clear_stage, glass_cards, window_light

RADIUS, HEIGHT = 0.40, 1.0
INSIDE = [(0.4, 0.382), (HEIGHT, 0.382)]


def indigo_tin(opened=False):
    return tin(printed("tin-wellness-indigo.png"), brushed_metal(), RADIUS, HEIGHT, opened=opened)


def lilac_tin(opened=False):
    return tin(printed("tin-wellness-lilac.png"), brushed_metal(), RADIUS, HEIGHT, opened=opened)


def pack():
    clear_stage()
    backdrop()
    air()
    place(indigo_tin(), (-0.42, -0.06, 0), (0, 0, 2))
    place(lilac_tin(), (0.46, 0.10, 0), (0, 0, 12))
    strew([(-0.88, -0.44), (-0.46, -0.78), (0.04, -0.70), (0.44, -0.86)], seed=27)
    fresh((1, 0.98, -0.66, 21, 6, 28, 0.62))
    window_light(0.55)
    camera((0.05, -6.4, 2.0), (0.02, 0, 0.52), 98, aperture=7.1, focus=(0, -0.4, 0.5))


def inside():
    clear_stage()
    backdrop("#d0c3ee")
    air(strength=0.36)
    place(indigo_tin(opened=True), (-0.46, 0.16, 0), (0, 0, 0))
    place(lilac_tin(opened=True), (0.50, 0.10, 0), (0, 0, 10))
    heap((-0.46, 0.16, 0), 0.36, 0.86, 0.98, 80, scale=0.48, flat=0.5, vessel=INSIDE)
    heap((0.50, 0.10, 0), 0.36, 0.88, 1.00, 80, scale=0.48, seed=4, flat=0.5, vessel=INSIDE)
    place(lid(brushed_metal(), RADIUS), (1.13, 0.06, 0.428), (0, -98, -8))
    strew([(-0.94, -0.44), (-0.62, -0.78), (0.30, -0.92)], seed=29, scale=0.5)
    place(scoop(), (-0.10, -0.60, 0), (0, 0, -24))
    heap((-0.10, -0.60, 0), 0.09, 0.08, 0.12, 8, scale=0.30, seed=5)
    window_light(0.6, key=240)
    camera((0.05, -5.9, 3.1), (0.12, -0.04, 0.48), 92, aperture=6.3, focus=(0, -0.2, 0.8))


def in_use():
    clear_stage()
    backdrop("#c9bbeb", depth=4.6).visible_glossy = False
    air()
    place(tray(), (0, 0.1, 0), (0, 0, 4))
    place(cup(brew="blue"), (-0.62, -0.12, 0.095), (0, 0, 200))
    place(saucer(), (-0.62, -0.12, 0.05), scale=0.9)
    place(indigo_tin(), (0.10, 0.50, 0.05), (0, 0, -4))
    place(lilac_tin(), (0.94, 0.42, 0.05), (0, 0, 6))
    place(honey_jar(), (0.50, -0.56, 0.05))
    place(dipper(), (0.54, -0.57, 0.10), (8, 17, 0))
    strew([(0.86, -0.40), (1.10, -0.58)], seed=44, scale=0.42, floor=0.054)
    strew([(-0.98, -1.22), (-0.42, -1.32), (0.36, -1.28)], seed=40, scale=0.5)
    fresh((2, 0.98, -1.26, 20, 8, 34, 0.72))
    window_light(0.5)
    glass_cards(-0.2, -0.3)
    camera((0, -7.2, 3.1), (0.06, -0.04, 0.40), 79, aperture=5.6, focus=(-0.1, -0.5, 0.5))
