"""Product 4, Organic Blue Tea Blend, 100 g: the indigo tin with the cream label."""

from goods.bowl import scoop
from goods.cup import cup, cup_glassware
from goods.lying import lie
from goods.materials import brushed_metal, printed
from goods.steam import steam
from goods.strewing import fresh, heap, strew
from goods.tables import stone
from goods.tea import BREWS
from goods.teapot import teapot
from goods.tin import lid, tin
from goods.traces import crumbs, drops
from kit.mesh import place
from kit.room import light_through, room
from kit.stage import air, backdrop, camera, clear_stage, window_light

STONE = "#c9c2bb"


def blend_tin(opened=False):
    return tin(printed("tin-blend.png"), brushed_metal(), radius=0.48, height=1.2, opened=opened)


def pack():
    clear_stage()
    backdrop()
    air()
    place(blend_tin(), (0, 0, 0), (0, 0, 9))
    lie(strew([(-0.66, -0.36), (-0.44, -0.66), (0.06, -0.74), (0.74, -0.34)], seed=18))
    lie(fresh((2, 0.58, -0.74, 20, 8, 34, 0.62)), sink=0.03)
    window_light(0.6)
    camera((0.1, -6.4, 2.1), (0, 0, 0.60), 110, aperture=6.3, focus=(0, -0.45, 0.6))


def inside():
    clear_stage()
    backdrop("#d0c3ee")
    air(strength=0.36)
    place(blend_tin(opened=True), (0, 0.1, 0), (0, 0, 6))
    tin_inside = [(0.5, 0.462), (1.2, 0.462)]
    heap((0, 0.1, 0), 0.44, 1.06, 1.20, 130, scale=0.5, flat=0.5, vessel=tin_inside)
    leaning = lid(brushed_metal(), 0.48)
    place(leaning, (0.79, 0.06, 0.507), (0, -98, -12))
    place(scoop(), (-0.74, -0.46, 0), (0, 0, -36))
    heap((-0.74, -0.46, 0), 0.10, 0.08, 0.12, 9, scale=0.30, seed=5)
    lie(strew([(-0.62, -0.86), (0.14, -0.76), (0.48, -0.92)], seed=31, scale=0.5))
    window_light(0.7, key=240)
    camera((0, -5.2, 3.3), (0.05, -0.02, 0.62), 80, aperture=5.6, focus=(0, -0.2, 1.0))


def in_use():
    room()
    table = stone(STONE)
    place(teapot(brew="steeping"), (-0.66, 0.50, 0), (0, 0, 165))
    at = (0.14, -0.62, 0)
    place(cup(brew="steeping"), at, (0, 0, -44))
    light_through(cup_glassware(at), BREWS["steeping"], [(table, STONE)], *at[:2])
    place(blend_tin(), (1.02, 0.52, 0), (0, 0, 2))
    steam((0.14, -0.62, 0.58), seed=28)
    lie(strew([(-0.92, -0.70), (-0.74, -1.06), (0.94, -0.62)], seed=9, scale=0.5))
    crumbs(-0.80, -0.86, 0.22, seed=9)
    drops((0.62, -1.0, 0.030), (0.70, -0.93, 0.016), (0.50, -1.08, 0.011), (-0.42, -0.98, 0.014))
    camera((0, -6.6, 2.7), (0.04, 0, 0.56), 78, aperture=1.1, focus=(0.02, -1.0, 0.45))
