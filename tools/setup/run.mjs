import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Runs a command without showing its output.
 *
 * @returns {Promise<{ ok: boolean, output: string }>} `output` is the end of what it printed.
 */
export function run(command, args, { env = {}, cwd = root } = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (chunk) => {
      output = (output + chunk).slice(-6000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output: output.trim() }));
  });
}

/** Runs npm on the machine's own Node: an installation replaces the Node in node_modules while programs run on it. */
export function runNpm(...args) {
  const npm = process.env.npm_execpath;
  const ownNode = { env: { PATH: pathWithoutPackages() } };
  return npm?.endsWith('.js') ? run('node', [npm, ...args], ownNode) : run('npm', args, ownNode);
}

function pathWithoutPackages() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.filter((folder) => !folder.endsWith('node_modules/.bin')).join(delimiter);
}

/** The project's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** An error that the user has to fix: the message says how. */
export class SetupError extends Error {}

export function print(text) {
  process.stderr.write(`${text}\n`);
}

/** Announces the work, does it, and reports how long it took. */
export async function withProgress(what, work) {
  print(`• ${what} …`);
  const start = Date.now();
  await work();
  print(`✓ ${what} (${Math.max(1, Math.round((Date.now() - start) / 1000))} s)`);
}
