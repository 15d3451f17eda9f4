import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig } from 'vitest/config';
import { temporaryFolder } from './test/data-folder.ts';
import { findChromium } from './tools/setup/chromium.mjs';

/** Proofs that take a minute, of what a change seldom breaks: `npm run test:slow`, every night and before a release. */
const SLOW = '{server,tools,packages}/**/*.slow.test.ts';

/** Parts of pages in a real browser, with the contract in place of the server. */
const COMPONENTS = 'app/**/*.component.test.tsx';

const shop = {
  // Files run side by side, each on its own copy of the database.
  globalSetup: ['test/postgres.ts'],
  setupFiles: ['test/close-opened.ts'],
  env: temporaryFolder(),
};

export default defineConfig({
  test: {
    // More than two cores: files also wait, for locks, timeouts and killed processes.
    maxWorkers: 3,
    // As in the browser: `npm run bench` measures speed, and a busy machine fails no test.
    // It ends what hangs. Tests that start several processes take a minute on a machine that is busy with twenty others.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          ...shop,
          name: 'shop',
          include: ['{server,tools,packages}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, SLOW],
          // A process loads the shop's packages once, not once for each of its files.
          isolate: false,
        },
      },
      { extends: true, test: { ...shop, name: 'slow', include: [SLOW], isolate: false } },
      {
        extends: true,
        test: {
          name: 'rules and pages',
          include: ['{domain,contract,app}/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, COMPONENTS],
          // They leave nothing behind, so they share a process: 6 s instead of 15.
          isolate: false,
        },
      },
      {
        extends: true,
        plugins: [tailwindcss()],
        // As in vite.config.ts.
        oxc: { jsx: { importSource: '#jsx' } },
        define: { STORED_WIDTHS: '{}' },
        test: {
          name: 'components',
          include: [COMPONENTS],
          setupFiles: ['test/component/set-up.ts'],
          // One page for many tests: `open` puts everything back.
          isolate: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // Names match as in Playwright's tests.
            locators: { exact: false },
            // A phone, as most shoppers have one.
            viewport: { width: 390, height: 844 },
            provider: playwright({
              launchOptions: { executablePath: findChromium() ?? '' },
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
