import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type Document, finishDocument } from '#server/pages/document.ts';
import { toLatin1 } from '#server/pages/latin1.ts';
import { documentResponse } from './document-response.ts';

const NONCE = 'a-nonce-of-this-document';
const LATER = '/* starts the rest, also where ₹ stands in it */';
const HTML =
  '<!doctype html><html><head><link rel="modulepreload" href="/assets/a.js" nonce="a-nonce-of-this-document"/></head><body>' +
  `<h1>नीली चाय ₹499.00</h1>${'<p>Blue tea</p>'.repeat(500)}` +
  `<script nonce="${NONCE}" type="module" async="">import "/assets/a.js"</script></body></html>`;

const finish = (rendered: Response) =>
  finishDocument(rendered, { nonce: NONCE, hydrationScript: toLatin1(LATER) });

let page: Document;
let first: ReturnType<Document['brotli']>;

beforeAll(async () => {
  page = await finish(html(HTML));
  // Two requests start the better compression; wait until the length is final.
  first = page.brotli();
  expect(page.brotli()).toBe(first);
  await vi.waitUntil(() => page.brotli() !== first, { timeout: 30_000 });
});

test('a page that is requested again is compressed best, with the same content', () => {
  expect(page.brotli().byteLength).toBeLessThan(first.byteLength);
  expect(brotliDecompressSync(page.brotli())).toEqual(brotliDecompressSync(first));
});

describe('a page', () => {
  test('has a content type, cache rules and a policy that allows each of its own scripts', async () => {
    const answer = await send({});
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
      'content-security-policy': page.policy,
      'content-length': String(page.plain().byteLength),
      etag: page.etag,
      vary: 'Accept-Encoding',
    });
    const text = await answer.text();
    expect(text).toContain('नीली चाय ₹499.00');
    for (const script of [LATER, 'import "/assets/a.js"']) {
      const digest = createHash('sha256').update(script).digest('base64');
      expect(text).toContain(`>${script}</script>`);
      expect(page.policy).toContain(`'sha256-${digest}'`);
    }
  });

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=1.0, br;q=0.1', 'br'],
    ['br;q=0', null],
    ['br;q=0, gzip', 'gzip'],
    ['br ; q=0 , gzip', 'gzip'],
    ['gzip;q=0, br;q=0', null],
    ['x-br, x-gzip', null],
    ['', null],
    [',;q=,br;;q', 'br'],
  ])(
    'with Accept-Encoding %o is sent as %o with the same content, and HEAD without',
    async (accepted, encoding) => {
      const answer = await send({ 'accept-encoding': accepted });
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      expect(answer.headers.get('vary')).toBe('Accept-Encoding');
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(answer.headers.get('content-length')).toBe(String(bytes.length));
      if (encoding) expect(bytes.byteLength).toBeLessThan(page.plain().byteLength / 10);
      const plain =
        encoding === 'br' ? brotliDecompressSync(bytes) : encoding ? gunzipSync(bytes) : bytes;
      expect(plain.equals(Buffer.from(page.plain()))).toBe(true);
      const head = await send({ 'accept-encoding': accepted }, 'HEAD');
      expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(answer.headers));
      expect(await head.text()).toBe('');
    },
  );

  test('gets 304 and no body for its own tag, also among others or made weak by a proxy', async () => {
    for (const tag of [page.etag, `W/${page.etag}`, `"other", ${page.etag} ,W/"third"`]) {
      const answer = await send({ 'if-none-match': tag });
      expect([answer.status, await answer.text()]).toEqual([304, '']);
      expect(answer.headers.get('etag')).toBe(page.etag);
      expect(answer.headers.get('content-security-policy')).toBe(page.policy);
      expect(answer.headers.has('content-length')).toBe(false);
    }
    for (const tag of ['"other"', '', 'x'])
      expect((await send({ 'if-none-match': tag })).status).toBe(200);
    expect((await finish(html(HTML))).etag).toBe(page.etag);
    expect((await finish(html(HTML.replace('499', '549')))).etag).not.toBe(page.etag);
  });
});

test.each([
  ['not found', html(HTML, 404), { 'cache-control': 'no-cache' }],
  ['an error', html(HTML, 500), { 'cache-control': 'no-cache' }],
  ['out of order', html(HTML, 503), { 'cache-control': 'no-cache', 'retry-after': '60' }],
  [
    'a redirect',
    new Response(null, { status: 302, headers: { location: '/shop' } }),
    { location: '/shop' },
  ],
  ['an error that could not be rendered', new Response('Unexpected', { status: 500 }), {}],
])(
  'a response without success, %s, is not cacheable and never becomes 304',
  async (_, rendered, headers) => {
    const { status } = rendered;
    const document = await finish(rendered);
    const answer = await documentResponse(request({ 'if-none-match': document.etag }), document);
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject(headers);
    expect(answer.headers.has('retry-after')).toBe(status === 503);
  },
);

function html(text: string, status = 200): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/html' } });
}

function request(headers: Record<string, string>, method = 'GET'): Request {
  return new Request('http://localhost:3000/', { method, headers });
}

function send(headers: Record<string, string>, method = 'GET'): Promise<Response> {
  return documentResponse(request(headers, method), page);
}
