import type { Page } from '@playwright/test';

/** Letters and digits, with what stands inside of prices; parts of an email address or a hyphenated word are words. */
const WORD = '[₹#]?[\\p{L}\\p{N}]+(?:[.,’][\\p{L}\\p{N}]+)*';
/** A word as long as this fits a line of the narrowest phone in letters of twice the size. */
const LONGEST = 10;

/**
 * What is cut in two at the end of a line: amounts and numbers of any length, and words of up to ten letters. Names of
 * places can be longer than a line.
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
