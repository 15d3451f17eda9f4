import { elementsWithNonce, type NoncedElement, nonceAttribute } from './inline-scripts.ts';

/** React's comments around what it streams. */
const BOUNDARY = /<!--\/?\$-->/g;

/**
 * Lets the page's text, style and pictures load before its scripts: removes the router's module preloads and start
 * script, and adds a small script (deferred-hydration.ts) that restores them when the page is painted and idle, or when the
 * user touches it. `lazyFiles` are fetched with them.
 *
 * Measured on the home page, simulated phone: first paint 1.8 s → 0.8 s, largest paint 2.2 s → 1.1 s. Throws when the
 * router's markup has changed, because a page that never hydrates must not go unnoticed. Only scripts with the
 * renderer's nonce are the router's; added ones get it, too.
 *
 * Joins the router's inline scripts, which follow each other at the body's end, into one that runs after
 * `hydrationScript`: each would need its own hash in the page's policy, 0.05 kB of TCP's initial congestion window.
 * React finds the script elements that it rendered before the start script in their places, empty and of a type that
 * never runs, so hydration matches. React did not render the elements behind them, so those may be removed.
 */
export function deferHydration(
  html: string,
  hydrationScript: string,
  nonce: string,
  lazyFiles: readonly string[] = [],
): string {
  const elements = elementsWithNonce(html, nonce);
  const start = elements.find(({ tag }) => tag === START_TAG);
  if (!start) throw new Error('The start script was not found in the rendered page');
  const body = html.indexOf('<body');
  const joined = elements.filter((element) => element.tag === '<script>' && element.start > body);
  const mark = nonceAttribute(nonce);
  const preloads = elements.flatMap(({ tag }) => MODULE_PRELOAD.exec(tag)?.[1] ?? []);
  const files = [...new Set([...preloads, ...lazyFiles])].join(' ');
  const later = `<script type="text/later" data-files="${files}"${mark}>${start.text}</script>`;
  const codes = joined.map(({ text }) => text.replace(/\n\s+/g, '\n'));
  // Last, because it throws where the browser denies storage, and would end the others with it.
  codes.sort((one, other) => Number(restoresScroll(one)) - Number(restoresScroll(other)));
  const script = `<script${mark}>${[hydrationScript, ...codes].join(';')}</script>`;

  const replacementFor = (element: NoncedElement): string | undefined => {
    if (element === start) return later + script;
    if (joined.includes(element)) return element.start < start.start ? EMPTY : '';
    return MODULE_PRELOAD.test(element.tag) ? '' : undefined;
  };
  let page = '';
  let at = 0;
  const copyTo = (end: number) => {
    const part = html.slice(at, end);
    page += at < start.end ? part : part.replace(BOUNDARY, '');
  };
  for (const element of elements) {
    const replacement = replacementFor(element);
    if (replacement === undefined) continue;
    copyTo(element.start);
    page += replacement;
    at = element.end;
  }
  copyTo(html.length);
  return page;
}

/** The script of the router's ScrollRestoration. */
function restoresScroll(code: string): boolean {
  return code.includes('sessionStorage');
}

const START_TAG = '<script type="module" async="">';
const MODULE_PRELOAD = /^<link rel="modulepreload"[^>]*?href="([^"]+)"/;
const EMPTY = '<script type="text/done"></script>';
