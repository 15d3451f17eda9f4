import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { finishDocument } from './document.ts';
import { hashInlineElements, newNonce } from './inline-scripts.ts';

const NONCE = newNonce();
const OURS = `<script nonce="${NONCE}">ours()</script>`;

test('each inline script and style with the nonce is allowed, whatever its other attributes', () => {
  const { own } = hashInlineElements(
    `<script nonce="${NONCE}" type="module" async="">import "/assets/x.js";\nmore()</script><script
      data-x="1" nonce="${NONCE}">b()</script><style nonce="${NONCE}">p{top:0}</style>`,
    NONCE,
  );
  expect(own).toEqual({
    scripts: [hash('import "/assets/x.js";\nmore()'), hash('b()')],
    styles: [hash('p{top:0}')],
  });
});

test('script files and data blocks need no hash', () => {
  const html = `<script nonce="${NONCE}" src="/assets/a.js"></script>
    <script nonce="${NONCE}" type="application/json">{}</script>
    <script type="application/ld+json" nonce="${NONCE}">{}</script>${OURS}`;
  expect(hashInlineElements(html, NONCE).own.scripts).toEqual([hash('ours()')]);
});

test('the nonce is removed: the document is the same for everybody', () => {
  const { html } = hashInlineElements(`<link href="/a.css" nonce="${NONCE}"/>${OURS}`, NONCE);
  expect(html).toBe('<link href="/a.css"/><script>ours()</script>');
});

/** What an attacker may have brought into a rendered page, through catalogue text or a bug of the renderer. */
const INJECTED = [
  '<script>evil()</script>',
  '<script nonce="">evil()</script>',
  '<script nonce="guessed">evil()</script>',
  `<script nonce='${newNonce()}'>evil()</script>`,
  '<script nonce>evil()</script>',
  '<SCRIPT>evil()</SCRIPT>',
  '<script type="module" async="">evil()</script>',
  '<script type="text/later" data-files="">evil()</script>',
  '<script>ours()</script><script>evil()</script>',
  '<style>evil()</style>',
  '<svg><script>evil()</script></svg>',
  '<!--><script>evil()</script>-->',
  '<textarea><script>evil()</script>',
];

test.each(INJECTED)('%s gets no hash, wherever it is', async (injected) => {
  for (const body of [injected + START, START + injected, `<b title="x">${injected}</b>${START}`]) {
    const { policy } = await finish(body);
    for (const text of ['evil()', 'evil();', '']) expect(policy).not.toContain(hash(text));
    expect(policy).toContain(hash('start()'));
  }
});

test('a script that imitates the router’s start script is not treated as it', async () => {
  const { plain } = await finish(`<script type="module" async="">evil()</script>${START}`);
  const html = new TextDecoder().decode(plain());
  expect(html).toContain('data-files="/assets/a.js">start()</script>');
});

test('an injected preload is not added to ours', async () => {
  const { plain } = await finish(`<link rel="modulepreload" href="/api/cart">${START}`);
  expect(new TextDecoder().decode(plain())).toContain('data-files="/assets/a.js"');
});

const START =
  `<link rel="modulepreload" href="/assets/a.js" nonce="${NONCE}"/>` +
  `<script nonce="${NONCE}" type="module" async="">start()</script>`;

function finish(body: string) {
  const rendered = new Response(`<!doctype html><body>${body}</body>`, {
    headers: { 'content-type': 'text/html' },
  });
  return finishDocument(rendered, { nonce: NONCE, connectTo: [], hydrationScript: 'later()' });
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
