import { UNAVAILABLE_RETRY } from '#server/http/errors.ts';
import type { Document } from '#server/pages/document.ts';

/** Answers with a finished document in the best accepted encoding, or with 304 when the browser has this one. */
export async function documentResponse(request: Request, document: Document): Promise<Response> {
  const headers = documentHeaders(document);
  if (document.status === 200 && matchesEtag(request.headers.get('if-none-match'), document.etag)) {
    return new Response(null, { status: 304, headers });
  }
  const encoding = acceptedEncoding(request);
  const body = await bodyIn(encoding, document);
  return new Response(request.method === 'HEAD' ? null : body, {
    status: document.status,
    headers: {
      ...headers,
      'Content-Length': String(body.byteLength),
      ...(encoding && { 'Content-Encoding': encoding }),
    },
  });
}

/** A document's headers, except Content-Length and Content-Encoding. */
export function documentHeaders(document: Document): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': document.status === 200 ? 'public, max-age=0, must-revalidate' : 'no-cache',
    'Content-Security-Policy': document.policy,
    ...(document.openerPolicy && { 'Cross-Origin-Opener-Policy': document.openerPolicy }),
    ETag: document.etag,
    Vary: 'Accept-Encoding',
    ...(document.location && { Location: document.location }),
    ...(document.status === 503 && { 'Retry-After': UNAVAILABLE_RETRY }),
  };
}

async function bodyIn(encoding: Encoding | undefined, document: Document) {
  if (encoding === 'br') return document.brotli();
  return encoding === 'gzip' ? document.gzip() : document.plain();
}

/** Whether `If-None-Match` contains this ETag. A proxy that compresses may have made it a weak one (`W/`). */
export function matchesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  return ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;
}

export type Encoding = 'br' | 'gzip';

/** The best encoding that the client accepts; a weight of 0 means "not acceptable" (RFC 9110, 12.4.2). */
export function acceptedEncoding(request: Request): Encoding | undefined {
  return encodingFor(request.headers.get('accept-encoding') ?? '');
}

/** Browsers send a handful of different values; the number caps the memory that clients can make it use. */
const MAX_VALUES = 50;
const encodings = new Map<string, Encoding | undefined>();

/** The same for the header's value. */
export function encodingFor(accepted: string): Encoding | undefined {
  if (encodings.has(accepted)) return encodings.get(accepted);
  const encoding = parse(accepted);
  if (encodings.size >= MAX_VALUES) encodings.clear();
  encodings.set(accepted, encoding);
  return encoding;
}

function parse(accepted: string): Encoding | undefined {
  const names = accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter(([, weight = '']) => !/^q=0(\.0*)?$/.test(weight))
    .map(([name]) => name);
  return (['br', 'gzip'] as const).find((encoding) => names.includes(encoding));
}
