/** Runs Blender for one scene: one thread, at the lowest priority that still gets its turn. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// While this file exists the queue waits before its next picture.
const PAUSE = '/tmp/art-pause';

/**
 * @param {string} name
 * @param {string} target the PNG to write
 * @param {Record<string, string>} folders
 * @param {string[]} [settings] such as `width=800`
 */
export async function renderScene(name, target, { here, out }, settings = []) {
  while (existsSync(PAUSE)) await sleep(5000);
  const script = path.join(here, 'studio', 'main.py');
  const blender = ['blender', '-b', '--factory-startup', '--python-exit-code', '1', '-P', script];
  const command = ['-n', '19', 'ionice', '-c3', ...blender, '--', name, target, ...settings];
  const one = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', PYTHONDONTWRITEBYTECODE: '1' };
  const child = spawn('nice', command, {
    env: { ...process.env, ...one, ART_OUT: out },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(-4000);
  });
  const code = await new Promise((done) => child.on('close', done));
  if (code !== 0 || !existsSync(target)) throw new Error(`${name} was not rendered\n${complaint}`);
}
