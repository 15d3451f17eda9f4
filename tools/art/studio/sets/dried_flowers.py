"""Product 1, Dried Aparajita Flowers, 50 g: the kraft pouch."""

from goods.bowl import BOWL_INSIDE, bowl
from goods.cup import cup, cup_glassware
from goods.linen import linen
from goods.leaf_shade import leafy_window
from goods.lying import lie
from goods.pouch import pouch
from goods.spilling import spill
from goods.strewing import fresh, heap
from goods.tea import BREWS
from kit.mesh import place
from kit.room import light_through, room
from kit.stage import camera, paper_stage

LINEN = "#e2d9cc"


def pack():
    paper_stage()
    place(pouch(), (0, 0.15, 0), (0, 0, -11))
    spill(0.34, -0.70, 5, 2, 12, way=10, reach=0.56, seed=12)
    spill(-0.34, -0.90, 1, 0, 3, reach=0.2, seed=15)
    lie(fresh((2, -0.80, -0.60, 21, -6, -30, 0.70)), sink=0.035)
    leafy_window()
    camera((0.1, -7.2, 2.2), (-0.01, 0, 0.86), 100, aperture=7.1, focus=(0, -0.25, 0.8))


def inside():
    paper_stage("#d0c3ee")
    bowl()
    heap((0, 0, 0), 0.54, 0.31, 0.53, 215, vessel=BOWL_INSIDE)
    place(pouch(), (0.62, 1.45, 0), (0, 0, -8))
    spill(0.46, -0.80, 3, 1, 8, way=20, reach=0.5, seed=3)
    spill(-0.26, -0.92, 1, 0, 3, seed=9)
    lie(fresh((1, -0.78, -0.76, 150, -6, 60, 0.80)), sink=0.035)
    leafy_window(0.4)
    camera((-0.05, -5.9, 2.5), (0.14, 0, 0.72), 79, aperture=4.0, focus=(0, -0.35, 0.42))


def in_use():
    room(exposure=0.62, fill=0.2, key=330, behind="curtain")
    folds = [
        (0.9, 0.5, 28, 2.2, 0.10, 0.05),
        (-1.4, 0.1, 70, 1.6, 0.08, 0.045),
        (0.9, -1.25, -14, 1.1, 0.06, 0.03),
    ]
    cloth = linen(LINEN, flat=[(-0.34, -0.30, 0.6), (0.72, 0.80, 0.7)], folds=folds)
    at = (-0.34, -0.30, 0)
    place(cup(brew="blue"), at, (0, 0, -18))
    light_through(cup_glassware(at), BREWS["blue"], [(cloth, LINEN)], *at[:2])
    place(pouch(by_window=True), (0.76, 0.80, 0), (0, 0, -10))
    spill(-0.72, -0.96, 3, 1, 9, way=-20, reach=0.4, seed=10, scale=0.5, floor=cloth)
    spill(0.86, -0.74, 1, 1, 3, way=60, reach=0.5, seed=5, scale=0.5, floor=cloth)
    camera((0, -6.3, 2.5), (0.10, 0, 0.70), 79, aperture=1.2, focus=(-0.3, -0.70, 0.45))
