import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError, withProgress } from './messages.mjs';
import { root } from './root.mjs';
import { runNpm } from './run.mjs';

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
