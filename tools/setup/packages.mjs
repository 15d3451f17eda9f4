import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, run, runNpm, SetupError, withProgress } from './run.mjs';

/** Whether node_modules contains what package-lock.json names. */
export const packages = {
  missing() {
    const wanted = readPackages('package-lock.json');
    const installed = readPackages('node_modules/.package-lock.json');
    return Object.entries(wanted).some(([path, { version, optional }]) => {
      if (path === '') return false; // the project itself
      const found = installed[path];
      return found === undefined ? !optional : found.version !== version;
    });
  },

  provide() {
    return withProgress('Installing packages', async () => {
      // Builds and tests need the development packages, even with NODE_ENV=production.
      const { ok, output } = await runNpm(
        'ci',
        '--include=dev',
        '--include=optional',
        '--no-audit',
        '--no-fund',
      );
      if (ok && existsSync(join(root, 'node_modules/.package-lock.json'))) return;
      throw new SetupError(
        `${output}\n\nThe packages could not be installed. If the network or a proxy is to blame, mend that and start ` +
          'again. If package.json and package-lock.json differ, run "npm install".',
      );
    });
  },
};

/**
 * npm stores a list of what it installed beside the packages, which reveals both a changed package-lock.json and a
 * manual installation; a stamp of our own would know only of ours.
 */
function readPackages(file) {
  const path = join(root, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {};
}

const home = join(root, 'node_modules/node');
const program = join(home, 'bin/node');
const link = join(root, 'node_modules/.bin/node');

/**
 * node_modules/.bin/node is the Node on which the shop runs: npm puts that folder first on PATH, so every script finds
 * it.
 */
export const node24 = {
  missing: () => !(existsSync(link) && statSync(link).size > 1_000_000),

  provide() {
    return withProgress('Fetching Node 24', async () => {
      // The package downloads Node in an install script, which npm may be configured not to run.
      const { output } = await run('node', [join(home, 'installArchSpecificPackage.js')], {
        cwd: home,
      });
      if (!works(program)) makeLink(installedNode24(output), program);
      if (!works(link)) makeLink('../node/bin/node', link);
    });
  },
};

/** The Node that runs this script, if it is new enough. */
function installedNode24(output) {
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  throw new SetupError(
    `${output}\n\nNode 24 could not be fetched from the package registry. Mend the network and start again, or ` +
      'install Node 24 on this machine and start again with it.',
  );
}

function makeLink(to, from) {
  rmSync(from, { force: true });
  mkdirSync(dirname(from), { recursive: true });
  symlinkSync(to, from);
}

function works(node) {
  return spawnSync(node, ['--version']).status === 0;
}
