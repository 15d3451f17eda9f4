import type { Locator, Page } from '@playwright/test';
import { tap } from './tap.ts';

type Count = 'taps' | 'keystrokes' | 'next';
type Step = { step: string } & Record<Count, number>;

/**
 * Acts like a person with a phone and counts taps and keystrokes. A tap touches the middle of a control, and fails if
 * something else covers it. A keystroke is one character. The Next or Go key of the phone's keyboard presses Enter and is
 * counted separately. Scrolling is not counted.
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

    /** Types into the focused field, one key after the other. */
    async type(step: string, text: string) {
      for (const key of text) {
        await page.keyboard.press(key === ' ' ? 'Space' : key);
        count(step, 'keystrokes');
      }
      typed.push(text);
    },

    /** Deletes what was typed into the focused field, one character after the other. */
    async deleteAll(step: string, text: string) {
      for (const _ of text) {
        await page.keyboard.press('Backspace');
        count(step, 'keystrokes');
      }
    },

    /** Presses the keyboard's Next or Go key. */
    async next(step: string) {
      await page.keyboard.press('Enter');
      count(step, 'next');
    },

    /** The typed texts, in order. */
    typed: () => [...typed],

    total,

    /** A table of the steps with their counts and the totals, for printing. */
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
