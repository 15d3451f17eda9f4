import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

/**
 * What a page's scripts import dynamically as soon as they run, by the page's cache key. The page names these files, so
 * that they are fetched together with the others instead of a round trip later. They are no static imports, because the
 * manifest that every visitor downloads names each file that a route imports.
 */
const LAZY_SOURCES: readonly [pages: RegExp, source: string][] = [
  [/^\/(cart|checkout|account|admin)(\/|$)/, 'app/shell/session/stored-session.ts'],
  [/^\/admin(\/|$)/, 'app/admin/admin-app.tsx'],
  [/^\/admin$/, 'app/admin/today/today-screen.tsx'],
];

/** The part of Vite's build manifest that is read here. `imports` has keys of the manifest. */
const buildManifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).optional(),
    css: z.array(z.string()).optional(),
  }),
);
type BuildManifest = z.infer<typeof buildManifest>;

/**
 * Reads the build's manifest once.
 *
 * @returns the URLs of the files that a page imports dynamically at once, with the scripts and style sheets that they
 *   import, by the page's cache key
 * @throws Error when the build lacks a source file that is named above
 */
export function readLazyFiles(clientFiles: string): (key: string) => string[] {
  const json = readFileSync(path.join(clientFiles, '.vite/manifest.json'), 'utf8');
  const manifest = buildManifest.parse(JSON.parse(json));
  const files = LAZY_SOURCES.map(([pages, source]) => ({ pages, urls: urlsOf(manifest, source) }));
  return (key) => files.flatMap(({ pages, urls }) => (pages.test(key) ? urls : []));
}

function urlsOf(manifest: BuildManifest, name: string, found = new Set<string>()): string[] {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`The build’s manifest lacks ${name}`);
  const url = `/${chunk.file}`;
  if (!found.has(url)) {
    found.add(url);
    for (const sheet of chunk.css ?? []) found.add(`/${sheet}`);
    for (const each of chunk.imports ?? []) urlsOf(manifest, each, found);
  }
  return [...found];
}
