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

test('the page’s data and the script that waits for the shopper are one script, and all run in their order', () => {
  const codes = scriptsOf(deferHydration(PAGE, 'ran.push("later")'));
  expect(codes).toHaveLength(4);
  const ran: string[] = [];
  for (const code of codes) runInNewContext(code, { ran });
  expect(ran).toEqual(['hint', 'scroll', 'context', 'later', 'data <!--$-->', 'end']);
});

test('what React wrote stays as it was, and what stands behind it is gone', () => {
  const html = deferHydration(PAGE, 'later()');
  expect(html).toContain(
    '<main></main><script>ran.push("scroll")</script><script>ran.push("context")</script>' +
      '<script type="text/later" data-modules="/assets/a.js">import "/assets/a.js";</script><script>later();',
  );
  expect(html).toMatch(/ran\.push\("end"\);<\/script><\/body><\/html>$/);
});

test('a page whose scripts would never start is refused', () => {
  expect(() => deferHydration('<html><body></body></html>', '')).toThrow('start script');
});
