/** Installs the renderer, the denoiser and the packages; does nothing when all are there. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const DEBIAN = ['blender', 'python3-numpy', 'gcc'];

const run = (command, args, cwd) => execFileSync(command, args, { cwd, stdio: 'inherit' });

function has(command) {
  try {
    execFileSync('which', [command], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** @param {string} here the `art` folder */
export async function install(here) {
  if (!has('blender') || !has('gcc')) {
    run('apt-get', ['update', '-qq']);
    // Blender's scripts need numpy, which its package does not ask for.
    run('apt-get', ['install', '-qq', '-y', '--no-install-recommends', ...DEBIAN]);
  }
  if (!fs.existsSync(path.join(here, 'node_modules', 'sharp'))) run('npm', ['ci'], here);
  const out = path.join(here, 'out');
  const denoiser = path.join(out, 'denoise.so');
  if (!fs.existsSync(denoiser)) {
    fs.mkdirSync(out, { recursive: true });
    const source = path.join(here, 'studio', 'kit', 'denoise.c');
    const flags = ['-O3', '-march=native', '-ffast-math', '-shared', '-fPIC'];
    run('gcc', [...flags, '-o', denoiser, source, '-lm']);
  }
}
