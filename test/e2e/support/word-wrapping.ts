import type { Page } from '@playwright/test';

/** A word or a price. The parts of an email address or of a hyphenated word count as separate words. */
const WORD = '[₹#]?[\\p{L}\\p{N}]+(?:[.,’][\\p{L}\\p{N}]+)*';
/** Words of up to so many letters fit a line of the narrowest phone at twice the text size. */
const LONGEST = 10;

/**
 * The words that a line break cuts in two. Amounts and numbers count at any length, words only up to ten letters: a
 * longer one, like the name of a place, may not fit a line.
 */
export async function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(
    ([pattern, longest]) => {
      const broken: string[] = [];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const parent = text.parentElement;
        if (!parent?.checkVisibility() || parent.closest('.sr-only, script, style')) continue;
        for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(
          new RegExp(pattern, 'gu'),
        )) {
          if (word.length > longest && !/^₹?[\d.,]+$/.test(word)) continue;
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set(
            [...range.getClientRects()].filter((box) => box.width > 0).map((box) => box.top),
          );
          if (lines.size > 1) broken.push(word);
        }
      }
      return broken;
    },
    [WORD, LONGEST] as const,
  );
}
