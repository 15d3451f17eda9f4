import { expect, test } from '@playwright/test';

/** Milliseconds that one page may take on a machine that is busy with twenty others. */
const PAGE_MS = 60_000;

/** Checks a rule of the page; where it is broken the walk goes on, and names page and rule at its end. */
export type Rule = (rule: string, check: () => Promise<unknown>) => Promise<void>;

/**
 * Runs the check for each of these, to the end also where one fails. Then fails with the name of each that did not pass,
 * and why.
 */
export async function forEach<Name extends string>(
  names: readonly Name[],
  check: (name: Name, rule: Rule) => Promise<void>,
): Promise<void> {
  test.setTimeout(test.info().timeout + names.length * PAGE_MS);
  const faults: string[] = [];
  const collect = (title: string, step: () => Promise<unknown>) =>
    test
      .step(title, step)
      .then(() => {})
      .catch((error) => {
        faults.push(`${title}: ${error instanceof Error ? error.message : error}`);
      });
  for (const name of names)
    await collect(name, () => check(name, (rule, step) => collect(`${name}, ${rule}`, step)));
  expect(faults.join('\n\n'), 'every page passes').toBe('');
}
