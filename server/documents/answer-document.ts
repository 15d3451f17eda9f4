import type { Document } from './document.ts';

/** Answers a finished document in the encoding the browser takes, or 304 when it has this very one. */
export function answerDocument(request: Request, document: Document): Response {
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
  const encoding = acceptedEncoding(request.headers.get('accept-encoding') ?? '');
  const body = encoding === 'br' ? document.brotli : encoding ? document.gzip : document.plain;
  return new Response(request.method === 'HEAD' ? null : body, {
    status: document.status,
    headers: {
      ...headers,
      'Content-Length': String(body.byteLength),
      ...(encoding && { 'Content-Encoding': encoding }),
    },
  });
}

/** A proxy that compresses on its way may have made the tag a weak one. */
function matches(ifNoneMatch: string | null, etag: string): boolean {
  return ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;
}

/** The smallest we have of what is accepted; a weight of 0 means that it is not (RFC 9110, 12.4.2). */
function acceptedEncoding(accepted: string): 'br' | 'gzip' | undefined {
  const names = accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter(([, weight = '']) => !/^q=0(\.0*)?$/.test(weight))
    .map(([name]) => name);
  return (['br', 'gzip'] as const).find((encoding) => names.includes(encoding));
}
