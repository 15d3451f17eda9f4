import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError, withProgress } from './run.mjs';
import { installFromSystem } from './system-packages.mjs';

// Headless shell first: the same test takes a third of the time in it.
const names = [
  ...['chromium-headless-shell', 'chromium', 'chromium-browser'],
  ...['google-chrome', 'google-chrome-stable'],
];
const elsewhere = [
  '/usr/bin/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The Chromium for browser tests: CHROMIUM_PATH, or an installed one.
 *
 * @returns {string | undefined}
 */
export function findChromium() {
  const { CHROMIUM_PATH, PATH = '' } = process.env;
  if (CHROMIUM_PATH) return existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined;
  const onPath = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...elsewhere].find((file) => existsSync(file));
}

/** A Chromium for the browser tests. */
export const browser = {
  missing: () => findChromium() === undefined,

  provide() {
    const { CHROMIUM_PATH } = process.env;
    if (CHROMIUM_PATH) throw new SetupError(`CHROMIUM_PATH: there is no ${CHROMIUM_PATH}.`);
    return withProgress('Installing Chromium for the browser tests', async () => {
      const [small, whole] = ['chromium-headless-shell', 'chromium'];
      let output = await installFromSystem(small);
      if (findChromium() === undefined) output = await installFromSystem(whole);
      if (findChromium() !== undefined) return;
      throw new SetupError(
        `${output}\n\nThe browser tests need Chromium or Chrome, and none was found. Install one (Debian: ` +
          'sudo apt-get install chromium; macOS: brew install --cask google-chrome), or say where it is: ' +
          'CHROMIUM_PATH=/path/to/chrome npm test',
      );
    });
  },
};
