import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { deferHydration } from './defer-hydration.ts';

const PAGE =
  '<html><head><link rel="modulepreload" href="/assets/a.js"/><script>ran.push("hint")</script></head>' +
  '<body><main></main><script>ran.push("scroll")</script><script>ran.push("context")</script>' +
  '<script type="module" async="">import "/assets/a.js";</script>' +
  '<!--$--><script>ran.push("data <!--$-->")</script><!--$--><script>ran.push("end");</script><!--/$--><!--/$-->' +
  '</body></html>';

function scriptsOf(html: string): string[] {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = '']) => code);
}

test('the scripts at the end of a page run as one, in their order, after the one that waits', () => {
  const html = deferHydration(PAGE, 'ran.push("later")');
  const codes = scriptsOf(html).filter((code) => code !== '');
  expect(codes).toHaveLength(2);
  const ran: string[] = [];
  for (const code of codes) runInNewContext(code, { ran });
  expect(ran).toEqual(['hint', 'later', 'scroll', 'context', 'data <!--$-->', 'end']);
});

test('the elements that React wrote are found in their places', () => {
  expect(deferHydration(PAGE, '')).toContain(
    '<main></main><script></script><script></script><script type="text/later" data-modules="/assets/a.js">',
  );
});

test('a page whose scripts would never start is refused', () => {
  expect(() => deferHydration('<html><body></body></html>', '')).toThrow('start script');
});
