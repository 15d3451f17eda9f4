import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { CHECKOUT_SOURCES } from '@aparajita/razorpay';
import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { deferHydration } from './defer-hydration.ts';
import { finishDocument } from './document.ts';
import { hashInlineElements, newNonce } from './inline-scripts.ts';

const NONCE = newNonce();
const marked = (html: string) => html.replaceAll('<script', `<script nonce="${NONCE}"`);

test('each inline script and style with the nonce is allowed, and no file or data; the nonce is removed', () => {
  const page = `<link href="/a.css" nonce="${NONCE}"/>
    <script nonce="${NONCE}" type="module" async="">import "/assets/x.js";\nmore()</script><script
      data-x="1" nonce="${NONCE}">b()</script><style nonce="${NONCE}">p{top:0}</style>
    <script nonce="${NONCE}" src="/assets/a.js"></script>
    <script nonce="${NONCE}" type="application/json">{}</script>
    <script type="application/ld+json" nonce="${NONCE}">{}</script>`;
  const { own, html } = hashInlineElements(page, NONCE);
  expect(own).toEqual({
    scripts: [hash('import "/assets/x.js";\nmore()'), hash('b()')],
    styles: [hash('p{top:0}')],
  });
  expect(html, 'it is the same for everybody').toBe(page.replaceAll(` nonce="${NONCE}"`, ''));
});

describe('what an attacker may have brought into a page, through catalogue text or a bug of the renderer,', () => {
  const START =
    `<link rel="modulepreload" href="/assets/a.js" nonce="${NONCE}"/>` +
    `<script nonce="${NONCE}" type="module" async="">start()</script>`;
  const finish = (body: string) =>
    finishDocument(
      new Response(`<!doctype html><body>${body}</body>`, {
        headers: { 'content-type': 'text/html' },
      }),
      { nonce: NONCE, hydrationScript: 'later()' },
    );

  test.each([
    '<script>evil()</script>',
    '<script nonce="guessed">evil()</script>',
    `<script nonce='${newNonce()}'>evil()</script>`,
    '<SCRIPT>evil()</SCRIPT>',
    '<script type="text/later" data-files="">evil()</script>',
    '<style>evil()</style>',
    '<!--><script>evil()</script>-->',
  ])('%s, gets no hash, wherever it is', async (injected) => {
    for (const body of [
      injected + START,
      START + injected,
      `<b title="x">${injected}</b>${START}`,
    ]) {
      const { policy } = await finish(body);
      for (const text of ['evil()', 'evil();', '']) expect(policy).not.toContain(hash(text));
      expect(policy).toContain(hash('start()'));
    }
  });

  test.each([
    '<script type="module" async="">evil()</script>',
    '<link rel="modulepreload" href="/api/cart">',
  ])('%s, is not taken for ours', async (injected) => {
    const { plain } = await finish(injected + START);
    const html = new TextDecoder().decode(plain());
    expect(html).toContain('data-files="/assets/a.js">start()</script>');
  });
});

describe('the router’s scripts', () => {
  const HEAD = marked(
    '<html><head><link rel="modulepreload" href="/assets/a.js"/><script>ran.push("hint")</script></head>',
  ).replace('/a.js"', `/a.js" nonce="${NONCE}"`);
  const BODY = marked(
    '<main></main><script>ran.push("scroll", sessionStorage)</script><script>ran.push("context")</script>' +
      '<script type="module" async="">import "/assets/a.js";</script>' +
      '<!--$--><script>ran.push("data <!--$-->")</script><!--$--><script>ran.push("end");</script><!--/$--><!--/$-->',
  );
  const FOREIGN = '<script>ran.push("foreign")</script>';
  const deferred = (body: string, files?: string[]) =>
    deferHydration(`${HEAD}<body>${body}</body></html>`, 'ran.push("later")', NONCE, files);

  /** Runs the marked scripts of a page, two in all. */
  function run(html: string, globals: object): void {
    const codes = [...html.matchAll(/<script nonce="([^"]+)">([\s\S]*?)<\/script>/g)];
    expect(codes).toHaveLength(2);
    for (const [, , code = ''] of codes) runInNewContext(code, globals);
  }

  test('at the end of a page are joined in order, after the deferring one; a foreign one is not', () => {
    const html = deferred(FOREIGN + BODY + FOREIGN);
    const ran: unknown[] = [];
    run(html, { ran, sessionStorage: 0 });
    const all = ['hint', 'later', 'context', 'data <!--$-->', 'end', 'scroll', 0];
    expect(ran).toEqual(all);
    expect(html.split(FOREIGN)).toHaveLength(3);
    ran.length = 0;
    expect(() => run(html, { ran })).toThrow('sessionStorage');
    expect(ran, 'where the browser denies storage').toEqual(all.slice(0, -2));
  });

  test('stay in their places for React and do not run; their files are fetched with others, each once', () => {
    const html = deferred(BODY, ['/assets/b.js', '/assets/a.js', '/assets/b.js']);
    const done = '<script type="text/done"></script>';
    expect(html).toContain(
      `<main></main>${done}${done}<script type="text/later" data-files="/assets/a.js /assets/b.js"`,
    );
    expect(html).toMatch(/ran\.push\("scroll", sessionStorage\)<\/script><\/body><\/html>$/);
  });

  test('are missed where there are none: the page would never start', () => {
    expect(() => deferHydration('<html><body></body></html>', '', NONCE)).toThrow('start script');
  });
});

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const NOTHING = { scripts: [], styles: [] };
const directives = (policy: string) => policy.split(/; ?/);

test('framing, other base URLs and foreign form targets are refused; our inline scripts and styles are allowed by their hashes, each once', () => {
  const own = { scripts: ["'sha256-a'", "'sha256-b'", "'sha256-a'"], styles: ["'sha256-c'"] };
  expect(directives(contentSecurityPolicy(own))).toEqual(
    expect.arrayContaining([
      ...["frame-ancestors 'none'", "base-uri 'self'", "form-action 'self'", "object-src 'none'"],
      ...["script-src 'self' 'sha256-a' 'sha256-b'", "style-src 'self' 'sha256-c'"],
    ]),
  );
});

test('the policy has neither unsafe nor a wildcard nor another host', () => {
  const policy = contentSecurityPolicy(NOTHING);
  expect(policy).not.toMatch(/unsafe|\*|https?:|connect-src|frame-src/);
  expect(directives(policy), 'it limits connections').toContain("default-src 'self'");
});

test('the checkout’s policy adds the sources of the payment window to those of every page', () => {
  const policy = contentSecurityPolicy(NOTHING, CHECKOUT_SOURCES);
  expect(directives(policy)).toEqual(
    expect.arrayContaining([
      "script-src 'self' https://checkout.razorpay.com https://cdn.razorpay.com",
      "frame-src 'self' https://api.razorpay.com https://checkout.razorpay.com",
      expect.stringMatching(/^connect-src .*https:\/\/lumberjack\.razorpay\.com/),
      "img-src 'self' data: https://cdn.razorpay.com",
      "form-action 'self' https://api.razorpay.com",
      "object-src 'none'",
    ]),
  );
});
