import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { deferHydration } from './defer-hydration.ts';

const NONCE = 'of-this-page';
const marked = (html: string) => html.replaceAll('<script', `<script nonce="${NONCE}"`);
const HEAD = marked(
  `<html><head><link rel="modulepreload" href="/assets/a.js" nonce="${NONCE}"/><script>ran.push("hint")</script></head>`,
);
const BODY = marked(
  '<main></main><script>ran.push("scroll", sessionStorage)</script><script>ran.push("context")</script>' +
    '<script type="module" async="">import "/assets/a.js";</script>' +
    '<!--$--><script>ran.push("data <!--$-->")</script><!--$--><script>ran.push("end");</script><!--/$--><!--/$-->',
);
const FOREIGN = '<script>ran.push("foreign")</script>';

test('the router’s scripts at the end of a page are joined in order, after the deferring one', () => {
  const html = deferHydration(`${HEAD}<body>${BODY}</body></html>`, 'ran.push("later")', NONCE);
  expect(run(html)).toEqual(['hint', 'later', 'context', 'data <!--$-->', 'end', 'scroll', 0]);
});

test('where the browser denies storage, all but the scroll position is there', () => {
  const html = deferHydration(`${HEAD}<body>${BODY}</body></html>`, 'ran.push("later")', NONCE);
  const ran: string[] = [];
  expect(() => runAll(html, { ran })).toThrow('sessionStorage');
  expect(ran).toEqual(['hint', 'later', 'context', 'data <!--$-->', 'end']);
});

test('a script that is not the router’s is not joined', () => {
  const page = `${HEAD}<body>${FOREIGN}${BODY}${FOREIGN}</body></html>`;
  const html = deferHydration(page, 'ran.push("later")', NONCE);
  expect(run(html)).not.toContain('foreign');
  expect(html.split(FOREIGN)).toHaveLength(3);
});

test('React’s script elements stay in their places and do not run', () => {
  const html = deferHydration(`${HEAD}<body>${BODY}</body></html>`, '', NONCE);
  expect(html).toContain(
    '<main></main><script type="text/done"></script><script type="text/done"></script><script type="text/later" data-files="/assets/a.js"',
  );
  expect(html).toMatch(/ran\.push\("scroll", sessionStorage\)<\/script><\/body><\/html>$/);
});

test('files that the page’s scripts import at once are fetched with the others, each once', () => {
  const page = `${HEAD}<body>${BODY}</body></html>`;
  const html = deferHydration(page, '', NONCE, ['/assets/b.js', '/assets/a.js', '/assets/b.js']);
  expect(html).toContain('data-files="/assets/a.js /assets/b.js"');
});

test('a page whose scripts would never start throws', () => {
  expect(() => deferHydration('<html><body></body></html>', '', NONCE)).toThrow('start script');
});

/** Runs the marked scripts of a page, two in all; returns what they did. */
function run(html: string): unknown[] {
  const ran: unknown[] = [];
  runAll(html, { ran, sessionStorage: 0 });
  return ran;
}

function runAll(html: string, globals: object) {
  const codes = [...html.matchAll(/<script nonce="of-this-page">([\s\S]*?)<\/script>/g)];
  expect(codes).toHaveLength(2);
  for (const [, code = ''] of codes) runInNewContext(code, globals);
}
