"""An empty glass cup in the sun: the light that it bends, flowers that lie in it."""

import math
import random

import bpy
import numpy as np
from mathutils import Euler

from goods.cup import INSIDE, OUTSIDE, RIM
from goods.flower import dried
from goods.strewing import lay
from goods.tea import GLASS_INDEX
from kit.caustic import cast
from kit.colour import linear, smooth
from kit.mesh import curve, vertices_of
from kit.noise import layered_noise, value_noise
from kit.photons import AIR, Glassware
from kit.room import SUN, SUN_COLOUR, SUN_SOFTNESS, SUN_STRENGTH

# How uneven pressed glass is: height and length of its rings, slope of its waves round the axis.
RING, RING_LENGTH, WAVE = 0.0021, 0.056, 0.030
# What flowers in the cup keep from photons: a cloud round them.
HEAP, DIM = [(0.0, 0.085), (0.20, 0.095), (0.24, 0.13), (0.17, 0.18), (0.0, 0.20)], (5.0, 5.0, 4.0)

# The grid on which flowers come to rest.
REACH, CELL = 0.45, 0.006


class Uneven(Glassware):
    """A cup whose wall is a little wavy round its axis, as pressed glass is."""

    def hit(self, o, d):
        best, which, normal = super().hit(o, d)
        at = o + np.where(np.isfinite(best), best, 0)[:, None] * d
        away = np.hypot(at[:, 0], at[:, 1]) + 1e-6
        x, y = at[:, 0] / away, at[:, 1] / away
        slope = WAVE * layered_noise(x * 2.6, y * 2.6, at[:, 2] * 1.6, seed=9, layers=2)
        slope *= np.clip(away / 0.2, 0, 1) ** 2
        normal = normal + slope[:, None] * np.c_[-y, x, 0 * x]
        return best, which, normal / np.linalg.norm(normal, axis=1)[:, None]


def lit_through(vessel, on, at, held=0.42, bent=1.3):
    """The sun through an empty cup at `at`, on things of a colour.

    Glass that lets all shadow rays through has hardly a shadow. So its half away from the sun holds
    back all but the share `held` at each surface, and the photons bring what arrives: less at the
    edges, more in bright curves. What lies in the cup keeps its light.
    """
    for part in vessel.children_recursive:
        if part.data:
            _hold_back(part.data.materials[0].node_tree, at, held)
    inside = np.array(curve(INSIDE, 8))
    rings = value_noise(inside[:, 1] / RING_LENGTH, 0 * inside[:, 1] + 0.5, seed=12)
    inside[:, 0] += RING * rings * smooth(0.2, 0.35, inside[:, 0])
    profile = [tuple(p) for p in [*curve(OUTSIDE, 4), *RIM, *inside[::-1]]]
    turns = [(profile, AIR, GLASS_INDEX, False), (HEAP, AIR, AIR, True)]
    ware = Uneven(at, turns)
    sun = (SUN, SUN_STRENGTH * bent, linear(SUN_COLOUR), SUN_SOFTNESS)
    on = [(thing, linear(colour)) for thing, colour in on]
    middle = at[0] + 0.45, at[1] - 0.3
    cast(ware, DIM, sun, on, middle, count=700_000, mirrors=True, contrast=1.8)


def unveiled(vessel, share=0.88):
    """A glass whose wall mirrors little where one looks straight through it; returns it.

    What the wall in front mirrors of a pale room lies as a grey veil over dark flowers behind it. Its
    edges, seen at a slant, mirror as before.
    """
    for part in vessel.children:
        if part.name.startswith("cup"):
            _through_only(part.data.materials[0].node_tree, share)
    return vessel


def _through_only(tree, share):
    """Replaces glass by what only bends, as far as it is seen straight on.

    From within, the angle from which all light is mirrored comes early: there it ends before.
    """
    glass = next(node for node in tree.nodes if node.bl_idname == "ShaderNodeBsdfGlass")
    target = glass.outputs[0].links[0].to_socket
    bent = tree.nodes.new("ShaderNodeBsdfRefraction")
    for name in ("IOR", "Roughness", "Color"):
        bent.inputs[name].default_value = glass.inputs[name].default_value
    facing = tree.nodes.new("ShaderNodeLayerWeight")
    facing.inputs["Blend"].default_value = 0.5
    within = tree.nodes.new("ShaderNodeNewGeometry")
    mix = tree.nodes.new("ShaderNodeMixShader")
    shares = []
    for start, end in ((0.30, 0.62), (0.10, 0.22)):
        span = tree.nodes.new("ShaderNodeMapRange")
        for socket, value in zip(span.inputs[1:5], (start, end, share, 0.0)):
            socket.default_value = value
        tree.links.new(facing.outputs["Facing"], span.inputs[0])
        shares.append(span.outputs[0])
    side = tree.nodes.new("ShaderNodeMix")
    tree.links.new(within.outputs["Backfacing"], side.inputs[0])
    for socket, made in zip(side.inputs[2:4], shares):
        tree.links.new(made, socket)
    tree.links.new(side.outputs[0], mix.inputs[0])
    tree.links.new(glass.outputs[0], mix.inputs[1])
    tree.links.new(bent.outputs[0], mix.inputs[2])
    tree.links.new(mix.outputs[0], target)


def _hold_back(tree, at, held):
    """Lets glass give less light to shadow rays on its side away from the sun, and at its foot."""
    ramp = next(node for node in tree.nodes if node.bl_idname == "ShaderNodeValToRGB")
    target = ramp.outputs[0].links[0].to_socket
    place = tree.nodes.new("ShaderNodeNewGeometry")
    side = tree.nodes.new("ShaderNodeVectorMath")
    side.operation = "DOT_PRODUCT"
    away = np.array((SUN[0], SUN[1], 0.0)) / math.hypot(SUN[0], SUN[1])
    # Height counts as nearness, so that the whole foot lies away from the sun.
    tree.links.new(place.outputs["Position"], side.inputs[0])
    side.inputs[1].default_value = (*away[:2], 1.6)
    share = tree.nodes.new("ShaderNodeMapRange")
    middle = float(np.dot(away, at)) + 0.45
    for socket, value in zip(share.inputs[1:5], (middle - 0.1, middle + 0.1, held, 1.0)):
        socket.default_value = value
    tree.links.new(side.outputs["Value"], share.inputs[0])
    # What comes from all around is not held back: flowers in the cup would turn grey.
    path = tree.nodes.new("ShaderNodeLightPath")
    most = tree.nodes.new("ShaderNodeMath")
    most.operation = "MAXIMUM"
    tree.links.new(share.outputs[0], most.inputs[0])
    tree.links.new(path.outputs["Is Diffuse Ray"], most.inputs[1])
    less = tree.nodes.new("ShaderNodeVectorMath")
    less.operation = "SCALE"
    tree.links.new(ramp.outputs[0], less.inputs[0])
    tree.links.new(most.outputs[0], less.inputs["Scale"])
    tree.links.new(less.outputs[0], target)


def tumbled(at, count, scale=0.42, seed=3, tries=24):
    """Dried flowers dropped into a cup at `at`: on its bottom, against its wall, on each other.

    Each takes the place and the pose of `tries` in which it lies lowest.
    """
    rng = random.Random(seed)
    inside = np.array(curve(INSIDE, 8))
    along = np.arange(-REACH, REACH, CELL) + CELL / 2
    heights = np.interp(np.hypot(*np.meshgrid(along, along)), inside[:, 0], inside[:, 1])
    laid = []
    for _ in range(count):
        shape = rng.choice(dried())
        size = scale * rng.uniform(0.88, 1.12)
        points = vertices_of(shape) * size
        found = [_dropped(points, heights, rng) for _ in range(tries)]
        _, turn, spot, cells, tops = min(found, key=lambda one: one[0])
        np.maximum.at(heights, cells, tops)
        one = lay(shape, [a + p for a, p in zip(at, spot)], turn, size)
        # The bottom mirrors what lies on it: without that, it hovered.
        one.visible_glossy = True
        laid.append(one)
    bpy.context.view_layer.update()
    for one in laid:
        _kept_out_of_glass(one, np.asarray(at), inside)
    return laid


def _dropped(points, heights, rng, widest=0.31):
    """One flower let fall by chance: how high it lies, its turn and place, what it covers."""
    turn = (rng.gauss(0, 0.45), rng.gauss(0, 0.45), rng.random() * 6.283)
    local = points @ np.array(Euler(turn).to_matrix()).T
    a, out = rng.random() * 6.283, 0.26 * math.sqrt(rng.random())
    x, y = out * math.cos(a), out * math.sin(a)
    over = np.hypot(local[:, 0] + x, local[:, 1] + y).max() - widest
    if over > 0:
        x, y = x * max(0, out - over) / out, y * max(0, out - over) / out
    cells = ((local[:, :2] + (x, y) + REACH) / CELL).astype(int)
    cells = np.clip(cells, 0, len(heights) - 1)
    cells = cells[:, 1], cells[:, 0]
    # Petals give way a little: not the highest point counts.
    z = float(np.percentile(heights[cells] - local[:, 2], 88))
    return z + local[:, 2].mean(), turn, (x, y, z), cells, local[:, 2] + z


def _kept_out_of_glass(one, at, inside, soft=0.005):
    """Bends what would be in the bottom or the wall on to it."""
    one.data = one.data.copy()
    world = vertices_of(one) - at
    floor = np.interp(np.hypot(world[:, 0], world[:, 1]), inside[:, 0], inside[:, 1]) + 0.002
    world[:, 2] = floor + soft * np.logaddexp(0, (world[:, 2] - floor) / soft)
    back = np.array(one.matrix_world.inverted())
    local = (world + at) @ back[:3, :3].T + back[:3, 3]
    one.data.vertices.foreach_set("co", local.astype(np.float32).ravel())
    one.data.update()
