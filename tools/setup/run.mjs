import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import { root } from './root.mjs';

/**
 * Runs a command and keeps its words to itself.
 * @returns {Promise<{ ok: boolean, words: string }>} `words` is the end of what it said.
 */
export function run(command, args, { env = {}, cwd = root } = {}) {
  return new Promise((resolve) => {
    let words = '';
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (chunk) => {
      words = (words + chunk).slice(-6000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ ok: false, words: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, words: words.trim() }));
  });
}

/**
 * Runs npm on the machine's own Node: an installation replaces the Node of node_modules under the feet of whoever
 * runs on it.
 */
export function runNpm(...args) {
  const npm = process.env.npm_execpath;
  const ownNode = { env: { PATH: pathWithoutPackages() } };
  return npm?.endsWith('.js') ? run('node', [npm, ...args], ownNode) : run('npm', args, ownNode);
}

function pathWithoutPackages() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.filter((folder) => !folder.endsWith('node_modules/.bin')).join(delimiter);
}
