import type { Page } from '@playwright/test';
import { openAsOwner } from '#test/e2e/support/admin.ts';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { fill } from '#test/e2e/support/screens.ts';
import { expect } from '#test/e2e/support/shop.ts';
import { expectTappable, tap } from '#test/e2e/support/tap.ts';

// A shop that no other file uses, because of its setting: it has no orders, and it has Google's tag for ads.
test.use({ ...PHONE, ownSettings: { ANALYTICS_ID: 'G-NEWSHOP123' } });
test.describe.configure({ mode: 'default' });

const banner = (page: Page) => page.getByRole('region', { name: 'Cookie consent' });

test('the admin asks nobody about cookies, and loads nothing that needs an answer', async ({
  page,
}) => {
  const asked: string[] = [];
  await page.route(/googletagmanager|google-analytics/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: '' });
  });
  await page.goto('/dev/admin');
  const open = page.getByRole('button', { name: "Open the admin as the demo's owner" });
  await expectTappable(open);
  await tap(open);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
  await expect(page.locator('html')).toHaveAttribute('data-consent', 'unset');
  await expect(banner(page)).toHaveCount(0);
  for (const name of ['Today', 'Orders', 'Stock']) {
    await expectTappable(page.getByRole('navigation').getByRole('link', { name, exact: true }));
  }
  expect(asked).toEqual([]);

  // Staff who consented in the shop are not counted in the admin.
  await page.goto('/about');
  await tap(banner(page).getByRole('button', { name: 'Accept All' }));
  await expect.poll(() => asked).toHaveLength(1);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
  // The consent is in the data layer (two entries), but the commands that load and start the tag are not.
  const said = () => page.evaluate(() => Object(Reflect.get(window, 'dataLayer')).length);
  await expect.poll(said).toBe(2);
  expect(asked).toHaveLength(1);
});

/** Reports each URL of a document as Google's tag does, unless it is disabled. */
const TAG_SCRIPT = `
  const reported = (window.reported = []);
  const report = () => window['ga-disable-G-NEWSHOP123'] || reported.push(location.pathname + location.search);
  const push = history.pushState;
  history.pushState = (...state) => { push.apply(history, state); report(); };
  addEventListener('popstate', report);
  report();
`;

test('a tag that was loaded in the shop reports nothing of the admin in the same document', async ({
  page,
}) => {
  await page.route(/googletagmanager|google-analytics/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: TAG_SCRIPT }),
  );
  await page.setViewportSize({ width: 1280, height: 800 }); // a phone's header has no link to the shop
  await page.goto('/dev/admin');
  await page.getByRole('button', { name: "Open the admin as the demo's owner" }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
  await page.goto('/admin/customers?q=asha@example.com');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customers');
  await page.getByRole('link', { name: 'Open the shop' }).click();
  await tap(banner(page).getByRole('button', { name: 'Accept All' }));
  const reported = () => page.evaluate(() => Reflect.get(window, 'reported'));
  await expect.poll(reported).toEqual(['/']);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customers');
  await page.getByRole('navigation').getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders');
  await page.getByRole('link', { name: 'Open the shop' }).click();
  await expect.poll(reported).toEqual(['/', '/']);
});

test('the first order of a shop is offered on Today while the owner looks at it, and its button stays where it is', async ({
  page,
  signedInShopper,
}) => {
  await openAsOwner(page);
  await expect(page.getByText('No orders yet.')).toBeVisible();
  const release = await hold(page, '**/api/admin/today');
  await fill(signedInShopper);
  const show = page.getByRole('button', { name: '1 new order: show' });
  await expect(show).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const before = await show.boundingBox();
  release();
  await expect(page.getByRole('link', { name: 'Confirm: To confirm' })).toBeVisible();
  expect(await show.boundingBox()).toEqual(before);
  await tap(show);
  await expect(page.getByRole('main').getByText(/^AP-/)).toHaveCount(1);
  await expect(page.getByText('No orders yet.')).toHaveCount(0);
});
