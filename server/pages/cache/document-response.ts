import type { Document } from '#server/pages/document.ts';
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts';

/** Answers with a finished document in the best accepted encoding, or with 304 when the browser has this one. */
export async function documentResponse(request: Request, document: Document): Promise<Response> {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': document.status === 200 ? 'public, max-age=0, must-revalidate' : 'no-cache',
    'Content-Security-Policy': document.policy,
    ...(document.openerPolicy && { 'Cross-Origin-Opener-Policy': document.openerPolicy }),
    ETag: document.etag,
    Vary: 'Accept-Encoding',
    ...(document.location && { Location: document.location }),
    ...(document.status === 503 && { 'Retry-After': '1' }),
  };
  if (document.status === 200 && matches(request.headers.get('if-none-match'), document.etag)) {
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

async function bodyIn(encoding: Encoding | undefined, document: Document) {
  if (encoding === 'br') return document.brotli();
  return encoding === 'gzip' ? document.gzip() : document.plain;
}

/** A proxy that compresses may have turned the tag into a weak one. */
function matches(ifNoneMatch: string | null, etag: string): boolean {
  return ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;
}
