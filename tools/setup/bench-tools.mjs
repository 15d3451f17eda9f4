import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError, withProgress } from './run.mjs';
import { installFromSystem } from './system-packages.mjs';

/** The programs for comparison, and the Debian package of each. */
const tools = [
  { program: 'pgbench', debian: 'postgresql-contrib', folders: () => postgresFolders() },
  { program: 'nginx', debian: 'nginx-light', folders: () => ['/usr/sbin', '/usr/local/sbin'] },
  { program: 'wrk', debian: 'wrk', folders: () => [] },
];

export const benchTools = {
  missing: () => absent().length > 0,

  provide() {
    const programs = absent().map(({ program }) => program);
    return withProgress(`Installing ${programs.join(', ')} to measure against`, async () => {
      const output = await installFromSystem(...absent().map(({ debian }) => debian));
      const still = absent();
      if (still.length === 0) return;
      throw new SetupError(
        `${output}\n\nThe measurements need ${still.map(({ program }) => program).join(', ')}. ` +
          `Install them (Debian: sudo apt-get install ${still.map(({ debian }) => debian).join(' ')}) and start again.`,
      );
    });
  },
};

/**
 * The path of a measuring tool, on PATH or where its package puts it.
 *
 * @param {string} program `pgbench`, `nginx` or `wrk`
 *
 * @returns {string | undefined}
 */
export function findTool(program) {
  const folders = tools.find((tool) => tool.program === program)?.folders() ?? [];
  return [...folders, ...(process.env.PATH ?? '').split(delimiter)]
    .map((folder) => join(folder, program))
    .find((file) => existsSync(file));
}

function absent() {
  return tools.filter(({ program }) => findTool(program) === undefined);
}

/**
 * Debian installs each version's programs in its own folder, here newest first; its /usr/bin/pgbench is a wrapper that
 * may fail.
 */
function postgresFolders() {
  const home = '/usr/lib/postgresql';
  if (!existsSync(home)) return [];
  const versions = readdirSync(home).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(home, version, 'bin'));
}
