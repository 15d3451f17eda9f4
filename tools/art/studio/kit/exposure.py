"""Takes the picture: rendered, noise taken out, written as PNG."""

import os
import subprocess
import time

import bpy
import numpy as np

PASSES = {"colour": "Image", "albedo": "Denoising Albedo", "normal": "Denoising Normal"}
FRAME = 1
DENOISER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "denoiser.py")


def take(size, work, target, *, samples, noise_limit=0.015, diffuse_bounces=2, part=None):
    """Renders the scene on stage to `target`; `work` is a folder for what the denoiser reads.

    `part` renders only a rectangle: left, top, right, bottom as shares of the picture.
    """
    width, height = size
    started = time.time()
    os.makedirs(work, exist_ok=True)
    _prepare(width, height, samples, noise_limit)
    bpy.context.scene.cycles.diffuse_bounces = diffuse_bounces
    _write_passes_to(work)
    scene = bpy.context.scene
    scene.frame_set(FRAME)
    if part:
        width, height = _only(part, width, height)
    # A fixed seed: the same scene gives the same picture.
    scene.cycles.seed = 11
    bpy.ops.render.render(write_still=False)
    rendered = time.time()
    _save(_without_noise({p: _read(work, p, width, height) for p in PASSES}, work), target)
    print(f"TAKEN render={rendered - started:.0f}s denoise={time.time() - rendered:.0f}s")


def _prepare(width, height, samples, noise_limit):
    scene, cycles = bpy.context.scene, bpy.context.scene.cycles
    scene.render.threads_mode = "FIXED"
    scene.render.threads = 1
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.render.resolution_percentage = 100
    scene.render.use_persistent_data = True
    cycles.samples = samples
    # Debian builds Cycles without its denoiser; asking for it stops the render.
    cycles.use_denoising = False
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = noise_limit
    cycles.adaptive_min_samples = min(5, cycles.samples)
    # In a rim light is mirrored again and again; cut short, it leaves a black line there.
    cycles.max_bounces = cycles.transmission_bounces = 24
    cycles.transparent_max_bounces = 16
    cycles.glossy_bounces = 24
    cycles.volume_bounces = 0
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.blur_glossy = 0.5
    cycles.sample_clamp_indirect = 2.5
    layer = bpy.context.view_layer
    layer.cycles.denoising_store_passes = True


def _only(part, width, height):
    """Restricts the render to whole pixels of a rectangle and returns its size."""
    left, top, right, bottom = part
    columns = round(left * width), round(right * width)
    rows = round((1 - bottom) * height), round((1 - top) * height)
    render = bpy.context.scene.render
    render.use_border = render.use_crop_to_border = True
    render.border_min_x, render.border_max_x = [(c + 0.01) / width for c in columns]
    render.border_min_y, render.border_max_y = [(r + 0.01) / height for r in rows]
    return columns[1] - columns[0], rows[1] - rows[0]


def _write_passes_to(folder):
    scene = bpy.context.scene
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers = tree.nodes.new("CompositorNodeRLayers")
    composite = tree.nodes.new("CompositorNodeComposite")
    tree.links.new(layers.outputs["Image"], composite.inputs[0])
    files = tree.nodes.new("CompositorNodeOutputFile")
    files.base_path = folder
    files.format.file_format = "OPEN_EXR"
    files.format.color_depth = "32"
    files.format.color_mode = "RGB"
    files.file_slots.clear()
    for name, source in PASSES.items():
        files.file_slots.new(f"{name}_")
        tree.links.new(layers.outputs[source], files.inputs[f"{name}_"])


def _read(folder, name, width, height):
    image = bpy.data.images.load(os.path.join(folder, f"{name}_{FRAME:04d}.exr"))
    image.colorspace_settings.name = "Raw"
    pixels = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    return pixels.reshape(height, width, 4)[:, :, :3].copy()


def _without_noise(passes, work):
    """The denoiser runs in a process of its own: Blender crashes as it ends when PyTorch was loaded
    in it. It gets the light as it was sampled: with the brightest pixels clamped to their
    neighbours', noise is no longer independent and is kept as a texture."""
    noisy, clean = [os.path.join(work, name) for name in ("noisy.npz", "clean.npy")]
    np.savez(noisy, **passes)
    # Blender and PyTorch are both Debian's and use its Python, which need not be the first in PATH.
    command = ["/usr/bin/python3", DENOISER, noisy, clean]
    # Memory that one layer frees is the next one's: handing it back in between takes half the time.
    kept = {"MALLOC_MMAP_THRESHOLD_": str(2**34), "MALLOC_TRIM_THRESHOLD_": str(2**34)}
    subprocess.run(command, check=True, env={**os.environ, **kept})
    return np.load(clean)


def _save(picture, target):
    h, w, _ = picture.shape
    image = bpy.data.images.new("picture", w, h, alpha=False, float_buffer=True)
    image.colorspace_settings.name = "Linear"
    opaque = np.dstack([picture, np.ones((h, w, 1), np.float32)])
    image.pixels.foreach_set(opaque.astype(np.float32).ravel())
    scene = bpy.context.scene
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGB"
    scene.render.image_settings.color_depth = "8"
    image.save_render(target, scene=scene)
