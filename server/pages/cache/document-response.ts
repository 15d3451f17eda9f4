import { UNAVAILABLE_RETRY } from '#server/http/errors.ts';
import type { Document } from '#server/pages/document.ts';
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts';

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
