import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SetupError, withProgress } from './messages.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';

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
