import { expect, test } from '@playwright/test';

/** Milliseconds that one page may take on a machine that is busy with twenty others. */
const PAGE_MS = 60_000;

/**
 * Runs the check for each of these, to the end also where one fails. Then fails with the name of each that did not pass,
 * and why.
 */
export async function forEach<Name extends string>(
  names: readonly Name[],
  check: (name: Name) => Promise<void>,
): Promise<void> {
  test.setTimeout(test.info().timeout + names.length * PAGE_MS);
  const faults: string[] = [];
  for (const name of names) {
    await test
      .step(name, () => check(name))
      .catch((error) => faults.push(`${name}: ${error instanceof Error ? error.message : error}`));
  }
  expect(faults.join('\n\n'), 'every page passes').toBe('');
}
