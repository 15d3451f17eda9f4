import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import * as z from 'zod';
import { acceptedEncoding, type Encoding } from './cache/document-response.ts';

type Body = Uint8Array<ArrayBuffer>;

/** A file whose name contains a hash of its content, with the copies that the build compressed. */
export type BuiltFile = { type: string; plain: Body } & Partial<Record<Encoding, Body>>;

/**
 * Reads the built scripts, styles and fonts into memory, by their URL paths. They are small (under 2 MB in all) and
 * every visitor needs some: reading one from disk costs ten times as much CPU.
 */
export function readBuiltFiles(folder: string, prefix: string): Map<string, BuiltFile> {
  const names = readdirSync(folder).filter((name) => !/\.(?:br|gz)$/.test(name));
  return new Map(names.map((name) => [prefix + name, readBuiltFile(path.join(folder, name))]));
}

function readBuiltFile(file: string): BuiltFile {
  const br = readIfThere(`${file}.br`);
  const gzip = readIfThere(`${file}.gz`);
  return {
    type: getMimeType(file) ?? 'application/octet-stream',
    plain: new Uint8Array(readFileSync(file)),
    ...(br && { br }),
    ...(gzip && { gzip }),
  };
}

function readIfThere(file: string): Body | undefined {
  return existsSync(file) ? new Uint8Array(readFileSync(file)) : undefined;
}

const YEAR = 365 * 24 * 60 * 60;

/** Answers with a built file in the best accepted encoding. It is immutable: other content has another name. */
export function builtFileResponse(request: Request, file: BuiltFile): Response {
  const encoding = acceptedEncoding(request);
  const packed = encoding && file[encoding];
  const body = packed ?? file.plain;
  return new Response(request.method === 'HEAD' ? null : body, {
    headers: {
      'Content-Type': file.type,
      'Content-Length': String(body.byteLength),
      'Cache-Control': `public, max-age=${YEAR}, immutable`,
      Vary: 'Accept-Encoding',
      ...(packed && { 'Content-Encoding': encoding }),
    },
  });
}

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
