"""The small tumbler that tea is sold in on every platform."""

import math

import numpy as np

from goods.bubbles import bubbles
from goods.vessel import filled, glassware, shade_below
from kit.colour import linear
from kit.mesh import curve, group, turned
from kit.surface import Surface

# A thicker foot fills with scattered light: a white block under the tea.
INSIDE = [(0, 0.045), (0.16, 0.047), (0.203, 0.072), (0.224, 0.30), (0.262, 0.84)]
OUTSIDE = [(0, 0), (0.19, 0.0), (0.222, 0.018), (0.245, 0.30), (0.284, 0.84)]
RIM = [
    (0.273 + 0.011 * math.cos(a), 0.84 + 0.011 * math.sin(a))
    for a in np.linspace(0.2, math.pi - 0.2, 8)
]


def chai_glass(level=0.62, brew="blue"):
    """The tumbler, full of tea up to `level`."""
    outside, inside = curve(OUTSIDE, 8), curve(INSIDE, 8)
    parts = filled("chai glass", outside, RIM, inside, level, brew)
    _coloured_foot(parts[0].data.materials[0].node_tree)
    return group("chai glass", *parts, bubbles(INSIDE, level, 18, seed=3), *_foot())


def _coloured_foot(tree, tint="#8ea3d6"):
    """Light from the tea is thrown about in the solid foot; what is traced finds the pale table only."""
    glass = next(node for node in tree.nodes if node.bl_idname == "ShaderNodeBsdfGlass")
    place = tree.nodes.new("ShaderNodeTexCoord")
    height = tree.nodes.new("ShaderNodeSeparateXYZ")
    share = tree.nodes.new("ShaderNodeMapRange")
    for socket, value in zip(share.inputs[1:5], (0.03, 0.06, 1.0, 0.0)):
        socket.default_value = value
    tone = tree.nodes.new("ShaderNodeMixRGB")
    tone.inputs[1].default_value = glass.inputs["Color"].default_value
    tone.inputs[2].default_value = linear(tint)
    tree.links.new(place.outputs["Object"], height.inputs[0])
    tree.links.new(height.outputs[2], share.inputs[0])
    tree.links.new(share.outputs[0], tone.inputs[0])
    tree.links.new(tone.outputs[0], glass.inputs["Color"])


def _foot():
    """What draws the foot on a pale table: the dark of its edge, and the shade below."""
    s = Surface("edge of the foot")
    edge = s.finish(s.node("ShaderNodeBsdfTransparent", {0: "#8d8fa3"}))
    rims = [(0.191, 0.002), (0.208, 0.006)], [(0.2232, 0.019), (0.2248, 0.032)]
    return [*(turned("edge", rim, edge, 128) for rim in rims), shade_below(0.20)]


def chai_glassware(at, level=0.62):
    outside, inside = curve(OUTSIDE, 4), curve(INSIDE, 4)
    return glassware(outside, RIM, inside, level, at)
