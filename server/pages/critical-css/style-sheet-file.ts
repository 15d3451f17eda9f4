import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseStyleSheet, type StyleSheet } from './style-sheet.ts';

/**
 * Reads built style sheets from `folder` by the URL in the page, each once: a build has one or two. Throws at any other
 * URL, so that a page cannot name another file of the server.
 */
export function styleSheetReader(folder: string): (href: string) => Promise<StyleSheet> {
  const sheets = new Map<string, Promise<StyleSheet>>();
  return (href) => {
    const cached = sheets.get(href);
    if (cached) return cached;
    if (!BUILT.test(href)) return Promise.reject(new Error('This is no style sheet of the build'));
    const sheet = readFile(path.join(folder, href), 'latin1').then(parseStyleSheet); // latin1, like pages
    sheets.set(href, sheet);
    sheet.catch(() => sheets.delete(href)); // the next page tries again
    return sheet;
  };
}

const BUILT = /^\/assets\/[\w-]+(?:\.[\w-]+)*\.css$/;
