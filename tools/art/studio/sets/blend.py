"""Product 4, Organic Blue Tea Blend, 100 g: the indigo tin with the cream label."""

from goods.bowl import scoop
from goods.broken import filling, spilt, spoonful
from goods.cup import cup, cup_glassware
from goods.leaf_shade import leafy_window
from goods.lying import lie
from goods.materials import handled_metal, paper_label, wood
from goods.steam import steam
from goods.strewing import fresh
from goods.tables import stone
from goods.tea import BREWS
from goods.teapot import teapot, teapot_glassware
from goods.tin import lid, tin
from goods.traces import drops
from kit.mesh import place
from kit.room import light_through, room
from kit.stage import camera, paper_stage

STONE = "#c9c2bb"
# Smaller than the tin of 125 g in the gift set: broken, flowers take less room.
RADIUS, HEIGHT = 0.40, 1.0


def blend_tin(opened=False):
    return tin(paper_label("tin-blend.png"), handled_metal(), RADIUS, HEIGHT, opened=opened)


def pack():
    paper_stage()
    place(blend_tin(), (0, 0, 0), (0, 0, 9))
    spilt(-0.36, -0.53, 0.095, 150, 36, seed=18, widest=0.42)
    lie(fresh((3, 0.50, -0.60, 20, 8, 34, 0.58)), sink=0.03)
    leafy_window(0.5)
    camera((0.08, -5.5, 1.8), (-0.02, -0.03, 0.48), 110, aperture=6.3, focus=(0, -0.38, 0.5))


def inside():
    paper_stage("#d0c3ee")
    place(blend_tin(opened=True), (0, 0.1, 0), (0, 0, 6))
    filling((0, 0.1, 0), RADIUS - 0.016, 0.945, 0.985, 800)
    leaning = lid(handled_metal(), RADIUS)
    place(leaning, (0.503, 0.047, 0.413), (0, 76, -6))
    place(scoop(wood(along=(0.3, 22, 22), cut=0.7)), (-0.60, -0.40, 0), (0, 0, -36))
    spoonful((-0.60, -0.40, 0))
    spilt(-0.36, -0.72, 0.05, 26, 22, seed=31)
    leafy_window(0.5)
    camera((0, -4.4, 2.8), (0.04, -0.04, 0.50), 80, aperture=5.6, focus=(0, -0.2, 0.8))


def in_use():
    room(behind="trees")
    table = stone(STONE)
    pot, at = (-0.50, 0.46, 0), (0.22, -0.62, 0)
    place(teapot(brew="steeping"), pot, (0, 0, 165))
    place(cup(brew="steeping"), at, (0, 0, -44))
    for ware, x, y in ((teapot_glassware(pot), *pot[:2]), (cup_glassware(at), *at[:2])):
        light_through(ware, BREWS["steeping"], [(table, STONE)], x, y)
    place(blend_tin(), (0.98, 0.36, 0), (0, 0, 2))
    steam((0.22, -0.62, 0.64), seed=28)
    spilt(-0.66, -0.86, 0.085, 130, 40, scale=0.48, seed=9, dust=150)
    spilt(0.96, -0.72, 0.03, 7, 8, seed=12, dust=24)
    drops((0.70, -1.0, 0.030), (0.78, -0.93, 0.016), (0.58, -1.08, 0.011), (-0.30, -0.98, 0.014))
    camera((0, -6.45, 2.65), (0.0, 0, 0.50), 78, aperture=1.1, focus=(0.02, -1.0, 0.45))
