import { type Page, test as plain } from '@playwright/test';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { expect } from '#test/e2e/support/shop.ts';

const EVIL =
  '</p></script></title><script>window.evil = 1</script><img src=x onerror="window.evil = 1">';

test('a text of the catalogue that is markup is shown as it is, and neither runs nor gets a hash', async ({
  page,
  ownShop,
  request,
}) => {
  const { rows } = await ownShop.sql(
    "select name, description, long_description from products where id = '1'",
  );
  const change = (values: unknown[]) =>
    ownShop.sql(
      "update products set name = $1, description = $2, long_description = $3 where id = '1'",
      values,
    );
  try {
    await change([`Tea ${EVIL}`.slice(0, 90), EVIL, EVIL]);
    await expect
      .poll(async () => (await request.get('/product/1')).text())
      .toContain('window.evil');
    for (const path of ['/product/1', '/shop', '/']) {
      const answer = await page.goto(path, { waitUntil: 'networkidle' });
      const policy = answer?.headers()['content-security-policy'] ?? '';
      for (const script of ['window.evil = 1', ';window.evil = 1']) {
        expect(policy).not.toContain(await hash(page, script));
      }
      expect(await page.evaluate(() => Reflect.get(window, 'evil'))).toBeUndefined();
    }
    await page.goto('/product/1');
    await expect(page.getByText('<img src=x').first()).toBeVisible();
  } finally {
    const [before] = rows;
    await change([before.name, before.description, before.long_description]);
  }
});

const INJECTED = [
  '<script>window.evil = 1</script>',
  '<script type="module" async="">window.evil = 1</script>',
  '<script type="text/later" data-files="">window.evil = 1</script>',
  '<script nonce="x">window.evil = 1</script>',
  '<img src="/x.png" onerror="window.evil = 1">',
  '<svg onload="window.evil = 1"></svg>',
];

// Without `quietConsole`: the browser logs an error for each script that it blocks.
plain('what somebody brings into a finished page does not run', async ({ page, request }) => {
  const rendered = await request.get('/about');
  const html = await rendered.text();
  const stopped: string[] = [];
  page.on('console', (said) => stopped.push(said.text()));
  for (const place of ['<main', '</body>', '<meta charSet']) {
    expect(html).toContain(place);
    await page.route('/about', (route) =>
      route.fulfill({ response: rendered, body: html.replace(place, INJECTED.join('') + place) }),
    );
    stopped.length = 0;
    await page.goto('/about');
    await expect
      .poll(() => stopped.filter((text) => text.includes('Content Security Policy')).length, place)
      .toBeGreaterThanOrEqual(4);
    expect(await page.evaluate(() => Reflect.get(window, 'evil')), place).toBeUndefined();
    await page.unroute('/about');
  }
});

async function hash(page: Page, script: string): Promise<string> {
  return page.evaluate(async (text) => {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    return btoa(String.fromCharCode(...new Uint8Array(digest)));
  }, script);
}
