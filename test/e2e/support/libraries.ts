import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';

const ASSETS = 'build/client/assets';

/** Libraries that only signed-in shoppers need, by words of their own that no minifier changes. */
const MARKS = {
  'auth-js': /GoTrueClient/,
  'TanStack Query': /No QueryClient set|Missing queryFn/,
};
export type Library = keyof typeof MARKS;

/**
 * The built scripts that hold each of the libraries, as paths on the server. Throws when one is in none of
 * them: then its mark is out of date, and who looks for it would find nothing for ever.
 */
export function scriptsOf(): Record<Library, string[]> {
  const holding = (library: Library) => {
    const found = scriptsWith(MARKS[library]);
    if (found.length === 0)
      throw new Error(`No built script holds ${library}: is its mark still right?`);
    return found;
  };
  return { 'auth-js': holding('auth-js'), 'TanStack Query': holding('TanStack Query') };
}

/** The built scripts that hold these words, as paths on the server. */
export function scriptsWith(words: RegExp): string[] {
  return readdirSync(ASSETS)
    .filter(
      (name) => name.endsWith('.js') && words.test(readFileSync(path.join(ASSETS, name), 'utf8')),
    )
    .map((name) => `/assets/${name}`);
}

/** The scripts that a page asks for from now on, as paths on the server; the set grows as it does. */
export function requestedScripts(page: Page): Set<string> {
  const paths = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) paths.add(pathname);
  });
  return paths;
}

/** A script's text, from the build: of a page that it has left, a browser no longer has the bodies. */
export const readScript = (pathname: string): string =>
  readFileSync(path.join('build/client', pathname), 'utf8');
