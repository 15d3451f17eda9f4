import { namesIn, type Sheet, styleFor } from './style-sheet.ts';

const STYLESHEET = /<link rel="stylesheet" href="([^"]+)"[^>]*>/;

/**
 * Puts the rules a page needs for its first paint into the page, and takes the whole style sheet out of that paint's
 * way: `hydrateLater` fetches it with the scripts, before they change anything.
 *
 * The page grows by 6 kB (brotli) and still crosses in the network's first window of 14 kB; the style sheet would
 * have cost every first visit another round trip before anything is seen. A page without a style sheet stays as it is,
 * and has no `style`.
 */
export async function inlineStyle(
  html: string,
  sheetAt: (href: string) => Promise<Sheet>,
): Promise<{ html: string; style: string | null }> {
  const [link, href] = html.match(STYLESHEET) ?? [];
  if (link === undefined || href === undefined) return { html, style: null };
  const style = keptStyle(await sheetAt(href), html);
  const later = link.replace('rel="stylesheet"', 'rel="later"');
  const inside = `<style>${style}</style>${later}<noscript><link rel="stylesheet" href="${href}"/></noscript>`;
  return { html: html.replace(link, () => inside), style };
}

/** Enough for every kind of page in every state; strangers cannot make it grow. */
const MAX_STYLES = 100;
const styles = new WeakMap<Sheet, Map<string, string>>();

/** Most pages are made of the same elements and classes as another: one product as all products. */
function keptStyle(sheet: Sheet, html: string): string {
  const names = namesIn(html);
  const key = [...names].sort().join(' ');
  const kept = styles.get(sheet) ?? new Map<string, string>();
  styles.set(sheet, kept);
  const style = kept.get(key) ?? styleFor(sheet, names);
  if (kept.size >= MAX_STYLES) kept.clear();
  kept.set(key, style);
  return style;
}
