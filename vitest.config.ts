import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{domain,contract,app,server,tools,packages}/**/*.test.{ts,tsx}'],
    globalSetup: ['test/postgres.ts'],
    // Files run side by side, each on its own copy of the database.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
