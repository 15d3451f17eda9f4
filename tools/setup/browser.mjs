import { findChromium } from './chromium.mjs';
import { SetupError, withProgress } from './messages.mjs';
import { installFromSystem } from './system-packages.mjs';

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
