import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './tools/setup/chromium.mjs';

const port = Number(process.env.E2E_PORT ?? 4179);

/**
 * Where trade begins, is paid and is worked off: `npm test` runs these, which take three minutes on two cores.
 * `npm run test:slow` runs the others: each page in each window, hydration, tabs, deployments, shops with other settings.
 */
const EVERY_CHANGE = [
  'account/account',
  'admin/day',
  'checkout/{cart,first-purchase,lost-answers,pay-online}',
  'every-page/{budgets,documents}',
  'server/production',
].map((file) => `**/${file}.spec.ts`);

export default defineConfig({
  testDir: 'test/e2e',
  fullyParallel: true,
  // One more than cores: tests also wait.
  workers: 3,
  // Tests promise what happens; `npm run bench` measures how fast. A busy machine fails none of them, though many are long
  // journeys. `forEach` of support/pages.ts adds a minute for each page.
  timeout: 240_000,
  expect: { timeout: 15_000 },
  // A promise that holds only sometimes is broken.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://localhost:${port}`,
    launchOptions: { executablePath: findChromium() ?? '' },
    // Most tests need not wait for what moves; first-purchase.spec.ts has it.
    contextOptions: { reducedMotion: 'reduce' },
    // It would take requests out of the tests' hands; offline.spec.ts lets it in.
    serviceWorkers: 'block',
  },
  projects: [
    { name: 'every change', testMatch: EVERY_CHANGE },
    { name: 'slow', testIgnore: EVERY_CHANGE },
  ],
  webServer: {
    command: 'node test/e2e/support/serve.ts',
    env: { PORT: String(port) },
    url: `http://localhost:${port}/readyz`,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    reuseExistingServer: false,
    stderr: 'pipe',
  },
});
