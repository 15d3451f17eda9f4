import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';

const ASSETS = 'build/client/assets';

/** Libraries that only signed-in shoppers need, each with a text in it that minifying does not change. */
const MARKS = {
  'auth-js': /GoTrueClient/,
  'TanStack Query': /No QueryClient set|Missing queryFn/,
};
export type Library = keyof typeof MARKS;

/**
 * The built scripts that contain each of the libraries, as paths on the server. Throws when a library is in none of them:
 * then its text in MARKS is out of date, and tests that search for it would always pass.
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

/** The built scripts that contain these words, as paths on the server. */
export function scriptsWith(words: RegExp): string[] {
  return readdirSync(ASSETS)
    .filter(
      (name) => name.endsWith('.js') && words.test(readFileSync(path.join(ASSETS, name), 'utf8')),
    )
    .map((name) => `/assets/${name}`);
}

/** The scripts that a page requests from now on, as paths on the server. The set grows with each request. */
export function requestedScripts(page: Page): Set<string> {
  const paths = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) paths.add(pathname);
  });
  return paths;
}

/** A script's text, read from the build: the browser has no bodies any more of the requests of a page it has left. */
export const readScript = (pathname: string): string =>
  readFileSync(path.join('build/client', pathname), 'utf8');
