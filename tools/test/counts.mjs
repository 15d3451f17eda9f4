import { existsSync, readFileSync } from 'node:fs';

/**
 * The counts of Vitest's JSON report. A file that could not even be loaded is one failure. @returns {{ passed: number,
 * failed: number }}
 */
export function countVitest(report) {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const unloaded = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length };
}

/**
 * The counts of Playwright's JSON report. A test that passed only at its second try counts as failed: a shopper has no
 * second try. @returns {{ passed: number, failed: number }}
 */
export function countPlaywright(report) {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { stats, errors } = JSON.parse(readFileSync(report, 'utf8'));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}
