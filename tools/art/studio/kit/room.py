"""The second set: a table by a window. Warm side light, a dim room behind the camera."""

from mathutils import Vector

from kit.backdrop import View, photographed
from kit.caustic import cast
from kit.colour import linear
from kit.mesh import mesh
from kit.stage import air, clear_stage, morning_sun, softbox
from kit.surface import Surface, plain

WINDOW = (-4.6, 0.9, 2.5)
# Behind the table's left corner: tea glows towards the camera, and throws its light there.
SUN = (-4.2, 2.7, 3.9)
SUN_STRENGTH, SUN_COLOUR, SUN_SOFTNESS = 3.4, "#ffe3bd", 2.2

# What is seen behind the table: another part of a room or garden behind each product.
BEHIND = {
    "curtain": View("interior", 190, -10, 76),
    "lawn": View("forest", 30, -3, 60),
    "window": View("interior", 205, -10, 80),
    "trees": View("forest", 180, 0, 60),
    "drapes": View("interior", 192, -10, 76, flipped=True),
    "corner": View("interior", 155, -10, 76),
}

# Where the camera sees the table end.
TABLE_ENDS = 3.1


def room(
    exposure=0.58, wall="#b8adb6", wall_at=3.8, key=300, fill=0.36, sun=SUN_STRENGTH, behind=None
):
    """An empty table corner with its light; the table top is added by the set.

    `behind` is what the camera sees in place of the wall: one of `BEHIND`.
    """
    clear_stage(exposure)
    air("#a29a98", "#fff6ee", fill)
    wall = plaster(wall, wall_at)
    if behind:
        wall.visible_camera = False
        view = BEHIND[behind]
        _seen_only(photographed(view, TABLE_ENDS, disc=0.012, strength=0.85, fading=0.12))
    window(key=key)
    if sun:
        morning_sun(SUN, (0, 0, 0), sun, SUN_COLOUR, SUN_SOFTNESS)
        _bars()


def _seen_only(thing):
    """Glass and light still meet table and wall: tea is made for their tones."""
    thing.visible_diffuse = thing.visible_glossy = thing.visible_transmission = False
    thing.visible_shadow = thing.visible_volume_scatter = False


def light_through(ware, absorbed, on, x, y, floor=0.0, sun_at=SUN):
    """The sun's light through a glass at (x, y), on things of a colour."""
    sun = (sun_at, SUN_STRENGTH, linear(SUN_COLOUR), SUN_SOFTNESS)
    on = [(thing, linear(colour)) for thing, colour in on]
    cast(ware, absorbed, sun, on, (x + 0.45, y - 0.3), floor=floor)


def _bars(away=3.2, across=(-1.15, 0.95), along=(-1.5, 1.25), width=0.13, reach=2.0):
    """Glazing bars between sun and table: only their shadows are seen.

    Longer than `reach` they would pierce the wall and darken it there.
    """
    wood_ = plain("bar", "#b0a89c", 0.6)
    towards = Vector(SUN).normalized()
    facing = towards.to_track_quat("Z", "Y")
    shapes = [(x - width / 2, -reach, x + width / 2, reach) for x in across]
    shapes += [(-reach, y - width / 2, reach, y + width / 2) for y in along]
    for x0, y0, x1, y1 in shapes:
        flat = [(x0, y0, 0), (x1, y0, 0), (x1, y1, 0), (x0, y1, 0)]
        corners = [towards * away + facing @ Vector(c) for c in flat]
        bar = mesh("bar", corners, [(0, 1, 2, 3)], wood_, smooth=False)
        bar.visible_camera = bar.visible_glossy = bar.visible_transmission = False
        bar.visible_diffuse = False


def window(at=WINDOW, target=(0, 0, 0.4), key=420, colour="#fff0dc"):
    """A tall window on the left: a soft light. What glass and glaze mirror of it is in `air`."""
    light = softbox(at, target, 2.2, key, colour, 3.0)
    light.visible_glossy = light.visible_transmission = False
    # The ceiling and the far wall give some of it back.
    back = softbox((4.5, -2.5, 3.4), target, 3.0, key * 0.13, "#fff3e6", 3.0)
    back.visible_glossy = back.visible_transmission = False


def plaster(colour, at):
    """The wall behind the table, always out of focus."""
    s = Surface("plaster")
    clouds = s.noise(0.9, 5)
    tone = s.shaded(colour, s.between(clouds, 0.86, 1.12, 0.3, 0.7))
    shader = s.principled(tone, 0.9, Specular=0.1)
    corners = [(-14, at, -3), (14, at, -3), (14, at, 9), (-14, at, 9)]
    wall = mesh("wall", corners, [(0, 1, 2, 3)], s.finish(shader), smooth=False)
    # The sun stands outside and comes in past it.
    wall.visible_shadow = False
    return wall
