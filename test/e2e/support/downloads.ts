import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { APIResponse, Browser, BrowserContext, Locator, Page } from '@playwright/test';

/** The window of a common phone, without touch: its size and pixel density decide which pictures are downloaded. */
export const PHONE_VIEWPORT = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };

/** The bytes of the bodies that one visit downloaded, compressed as they were sent. */
export type Downloads = {
  document: number;
  script: number;
  style: number;
  font: number;
  image: number;
  other: number;
  /** The paths of the downloaded scripts. */
  scripts: string[];
};

type Visit = {
  /** Signs in, for example, before the page opens. */
  prepare?: (context: BrowserContext) => Promise<void>;
  /** A part of the page that appears after hydration, with the data that the page requests. */
  complete?: (page: Page) => Locator;
};

/**
 * Opens a page on a phone with an empty cache, without scrolling, and waits until it is hydrated, complete, and requests
 * no more.
 */
export async function downloadsOf(
  browser: Browser,
  url: string,
  { prepare, complete }: Visit = {},
): Promise<Downloads> {
  const context = await browser.newContext(PHONE_VIEWPORT);
  try {
    await prepare?.(context);
    const page = await context.newPage();
    const downloads = await listenForDownloads(page);
    await page.addInitScript(() => {
      window.addEventListener('hydrated', () => window.sessionStorage.setItem('hydrated', 'yes'));
    });
    await page.goto(url);
    await page.waitForFunction(() => window.sessionStorage.getItem('hydrated') === 'yes');
    await complete?.(page).waitFor();
    await page.waitForLoadState('networkidle');
    return downloads;
  } finally {
    await context.close();
  }
}

type Kind = Exclude<keyof Downloads, 'scripts'>;

/**
 * By content type and not by what requested it: scripts are first fetched as plain files and run later
 * (`deferHydration`).
 */
const KINDS: [type: RegExp, kind: Kind][] = [
  [/^text\/html/, 'document'],
  [/javascript/, 'script'],
  [/^text\/css/, 'style'],
  [/font/, 'font'],
  [/^image\//, 'image'],
];

/** What a page downloads from now on. The numbers of the returned object grow as it downloads. */
async function listenForDownloads(page: Page): Promise<Downloads> {
  const downloads = { document: 0, script: 0, style: 0, font: 0, image: 0, other: 0 };
  const scripts: string[] = [];
  const kinds = new Map<string, Kind>();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) return;
    const [, kind = 'other'] = KINDS.find(([type]) => type.test(response.mimeType)) ?? [];
    if (kind === 'script') scripts.push(new URL(response.url).pathname);
    // Chromium does not report the bytes of the document itself, so the server's Content-Length counts.
    if (kind === 'document') downloads.document += lengthIn(response.headers);
    else kinds.set(requestId, kind);
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind) downloads[kind] += encodedDataLength;
  });
  return Object.assign(downloads, { scripts });
}

function lengthIn(headers: Record<string, string>): number {
  const [, length] = Object.entries(headers).find(([name]) => /^content-length$/i.test(name)) ?? [];
  return Number(length ?? 0);
}

const ASSETS = 'build/client/assets';

/** Libraries that only signed-in shoppers need, each with a text in it that minifying does not change. */
const MARKS = {
  'auth-js': /GoTrueClient/,
  'TanStack Query': /No QueryClient set|Missing queryFn/,
};
type Library = keyof typeof MARKS;

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

/** The bytes of a response as sent: headers and compressed body. */
export function responseSize(answer: APIResponse): number {
  const headers = answer.headersArray().map(({ name, value }) => name.length + value.length + 4);
  return headers.reduce((sum, bytes) => sum + bytes, Number(answer.headers()['content-length']));
}

/** A script's text, read from the build: the browser has no bodies any more of the requests of a page it has left. */
export const readScript = (pathname: string): string =>
  readFileSync(path.join('build/client', pathname), 'utf8');
