import { defineConfig } from 'vitest/config';
import { temporaryFolder } from './test/data-folder.ts';

export default defineConfig({
  test: {
    // More than two cores: files also wait, for locks, timeouts and killed processes (190 s instead of 287).
    maxWorkers: 4,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'shop',
          include: ['{server,tools,packages}/**/*.test.ts'],
          // Files run side by side, each on its own copy of the database.
          globalSetup: ['test/postgres.ts'],
          env: temporaryFolder(),
        },
      },
      {
        extends: true,
        test: {
          name: 'rules and pages',
          include: ['{domain,contract,app}/**/*.test.{ts,tsx}'],
          // They leave nothing behind, so they share a process: 6 s instead of 15.
          isolate: false,
        },
      },
    ],
  },
});
