import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { acceptedEncoding, type Encoding } from './cache/accepted-encoding.ts';

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
