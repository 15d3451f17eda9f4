import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { hydrationDataScripts } from './hydration-data.ts';

const TEXT = '[{"name":"</script><!--<script>&amp; ₹\u2028\u2029 नीली"}]\n';

test('the browser’s router gets the data as the loaders’ stream had them, then the end', async () => {
  const html = await hydrationDataScripts(inPieces(TEXT), 'of-this-page');
  expect(run(html)).toEqual([TEXT, 'closed']);
});

test('a text of the data neither ends its script nor opens a comment', async () => {
  const html = await hydrationDataScripts(inPieces(TEXT), 'of-this-page');
  expect(html.split('</script>')).toHaveLength(3);
  expect(html).not.toContain('<!--');
});

/** In chunks that divide characters. */
function inPieces(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const byte of new TextEncoder().encode(text)) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
}

/** Runs the marked scripts; returns what they gave to the router. */
function run(html: string): string[] {
  const given: string[] = [];
  const streamController = {
    enqueue: (text: string) => given.push(text),
    close: () => given.push('closed'),
  };
  const window = { __reactRouterContext: { streamController } };
  for (const [, code = ''] of html.matchAll(/<script nonce="of-this-page">(.*?)<\/script>/gs)) {
    runInNewContext(code, { window });
  }
  return given;
}
