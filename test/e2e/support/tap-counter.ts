import type { Locator, Page } from '@playwright/test';
import { tap } from './tap.ts';

type Count = 'taps' | 'keystrokes' | 'next';
type Step = { step: string } & Record<Count, number>;

/**
 * A person with a phone, who counts. A tap is one touch of the screen on the middle of something; it fails where
 * something else lies there. A keystroke is one character. The keyboard's own Next or Go key is a real press of Enter
 * and is counted by itself. Scrolling and looking cost nothing.
 */
export function tapCounter(page: Page) {
  const steps: Step[] = [];
  const typed: string[] = [];

  function count(step: string, what: Count) {
    const last = steps.at(-1);
    const row = last?.step === step ? last : { step, taps: 0, keystrokes: 0, next: 0 };
    if (row !== last) steps.push(row);
    row[what] += 1;
  }

  function total(what: Count): number {
    return steps.reduce((sum, row) => sum + row[what], 0);
  }

  return {
    async tap(step: string, target: Locator) {
      await tap(target);
      count(step, 'taps');
    },

    /** Into whatever has the focus, one key after the other. */
    async type(step: string, text: string) {
      for (const key of text) {
        await page.keyboard.press(key === ' ' ? 'Space' : key);
        count(step, 'keystrokes');
      }
      typed.push(text);
    },

    /** The keyboard's Next or Go. */
    async next(step: string) {
      await page.keyboard.press('Enter');
      count(step, 'next');
    },

    /** What was typed, in order. */
    typed: () => [...typed],

    total,

    /** The steps with their counts, and the totals, to be printed. */
    table(): string {
      const all = (['taps', 'keystrokes', 'next'] as const).map(total);
      const rows = steps.map(({ step, taps, keystrokes, next }) => [step, taps, keystrokes, next]);
      return [['step', 'taps', 'keystrokes', 'Next'], ...rows, ['in all', ...all]]
        .map(([step, ...counts]) =>
          [String(step).padEnd(28), ...counts.map((each) => String(each).padStart(11))].join(''),
        )
        .join('\n');
    },
  };
}
