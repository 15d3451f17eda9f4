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

let page: Document;

beforeAll(async () => {
  page = await finishDocument(html(HTML), {
    nonce: NONCE,
    connectTo: [],
    hydrationScript: toLatin1(LATER),
  });
  // Two requests start the better compression; wait until the length is final.
  const first = page.brotli();
  await vi.waitUntil(() => page.brotli() !== first, { timeout: 30_000 });
});

test('a page that is requested again is compressed best, with the same content', async () => {
  const popular = await finishDocument(html(HTML), {
    nonce: NONCE,
    connectTo: [],
    hydrationScript: toLatin1(LATER),
  });
  const first = popular.brotli();
  expect(popular.brotli()).toBe(first);
  await expect.poll(() => popular.brotli().byteLength).toBeLessThan(first.byteLength);
  expect(brotliDecompressSync(popular.brotli())).toEqual(brotliDecompressSync(first));
});

describe('a page', () => {
  test('has a content type, cache rules and a Content-Security-Policy', async () => {
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
    expect(await answer.text()).toContain('नीली चाय ₹499.00');
  });

  test('allows each of its own scripts', () => {
    for (const script of [LATER, 'import "/assets/a.js"']) {
      const hash = createHash('sha256').update(script).digest('base64');
      expect(new TextDecoder().decode(page.plain())).toContain(`>${script}</script>`);
      expect(page.policy).toContain(`'sha256-${hash}'`);
    }
  });

  test.each([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip;q=1.0, br;q=0.1', 'br'],
    ['br;q=0', null],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000, gzip;q=0.5', 'gzip'],
    ['br ; q=0 , gzip', 'gzip'],
    ['br; Q=0, gzip', 'gzip'],
    ['br;q=0.001', 'br'],
    ['gzip;q=0', null],
    ['gzip;q=0, br;q=0', null],
    ['x-br, x-gzip', null],
    ['identity', null],
    ['*', null],
    ['', null],
    [',;q=,br;;q', 'br'],
  ])('with Accept-Encoding %o is sent as %o with the same content', async (accepted, encoding) => {
    const answer = await send({ 'accept-encoding': accepted });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    const plain =
      encoding === 'br' ? brotliDecompressSync(bytes) : encoding ? gunzipSync(bytes) : bytes;
    expect(plain.equals(Buffer.from(page.plain()))).toBe(true);
  });

  test('compressed is a fraction of itself', async () => {
    expect(page.brotli().byteLength).toBeLessThan(page.plain().byteLength / 10);
    expect((await page.gzip()).byteLength).toBeLessThan(page.plain().byteLength / 10);
  });

  test('HEAD sends the headers of GET and no body', async () => {
    const get = await send({ 'accept-encoding': 'br' });
    const head = await send({ 'accept-encoding': 'br' }, 'HEAD');
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
    expect(await head.text()).toBe('');
  });
});

describe('a conditional request', () => {
  test.each([
    ['its tag', (etag: string) => etag],
    ['its tag made weak by a proxy', (etag: string) => `W/${etag}`],
    ['its tag among others', (etag: string) => `"other", ${etag} ,W/"third"`],
  ])('with %s gets 304 and no body', async (_, tagOf) => {
    const answer = await send({ 'if-none-match': tagOf(page.etag) });
    expect(answer.status).toBe(304);
    expect(await answer.text()).toBe('');
    expect(answer.headers.get('etag')).toBe(page.etag);
    expect(answer.headers.get('content-security-policy')).toBe(page.policy);
    expect(answer.headers.has('content-length')).toBe(false);
  });

  test.each(['"other"', '', 'x'])('with another tag, %o, gets the page', async (tag) => {
    expect((await send({ 'if-none-match': tag })).status).toBe(200);
  });

  test('equal pages have equal tags, different pages different ones', async () => {
    const options = { nonce: NONCE, connectTo: [], hydrationScript: toLatin1(LATER) };
    expect((await finishDocument(html(HTML), options)).etag).toBe(page.etag);
    const other = await finishDocument(html(HTML.replace('499', '549')), options);
    expect(other.etag).not.toBe(page.etag);
  });
});

describe('a response without success', () => {
  test.each([404, 500, 503])('%d is not cacheable and never becomes 304', async (status) => {
    const document = await finishDocument(html(HTML, status), {
      nonce: NONCE,
      connectTo: [],
      hydrationScript: toLatin1(LATER),
    });
    const answer = await documentResponse(request({ 'if-none-match': document.etag }), document);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('retry-after')).toBe(status === 503 ? '60' : null);
  });

  test('a redirect has its Location and no page', async () => {
    const redirect = new Response(null, { status: 302, headers: { location: '/shop' } });
    const document = await finishDocument(redirect, {
      nonce: NONCE,
      connectTo: [],
      hydrationScript: toLatin1(LATER),
    });
    const answer = await documentResponse(request({}), document);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/shop']);
  });

  test('an error that could not even be rendered is still answered', async () => {
    const failed = new Response('Unexpected Server Error', { status: 500 });
    const document = await finishDocument(failed, {
      nonce: NONCE,
      connectTo: [],
      hydrationScript: toLatin1(LATER),
    });
    expect((await documentResponse(request({}), document)).status).toBe(500);
  });

  test('a page without the expected scripts throws', async () => {
    const changed = html('<html><body><script type="module">x</script></body></html>');
    await expect(
      finishDocument(changed, { nonce: NONCE, connectTo: [], hydrationScript: toLatin1(LATER) }),
    ).rejects.toThrow('start script');
  });
});

function html(text: string, status = 200): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/html' } });
}

function request(headers: Record<string, string>, method = 'GET'): Request {
  return new Request('http://localhost:3000/', { method, headers });
}

function send(headers: Record<string, string>, method = 'GET'): Promise<Response> {
  return documentResponse(request(headers, method), page);
}
