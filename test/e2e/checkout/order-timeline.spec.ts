import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { act, type DemoOwner, demoOwner, handOver } from '#test/e2e/support/demo-owner.ts';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { emailedLink } from '#test/e2e/support/mailbox.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { fill } from '#test/e2e/support/screens.ts';
import { expect, expectAccessible, expectNoOverflow } from '#test/e2e/support/shop.ts';
import { expectTappable, tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);

let owner: DemoOwner;
test.beforeEach(async ({ context, request }) => {
  await declineCookies(context);
  owner = await demoOwner(request);
});

test('a shopper cancels an order, is told beforehand what that does, and sees it done', async ({
  page,
  signedInShopper,
}) => {
  const { order } = await fill(signedInShopper);
  await page.goto(`/account/orders/${order}`);
  const main = page.getByRole('main');
  const button = main.getByRole('button', { name: 'Cancel order' });
  await expect(main.getByText('Order placed', { exact: true })).toBeVisible();
  await expect(main.getByText('Delivered, still to come')).toBeVisible();
  const expectedDay = main.getByText(/^Expected by about \w+, \w+ \d/);
  await expect(expectedDay).toBeVisible();
  await expectTappable(button);
  await tap(button);
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' });
  await expect(dialog).toContainText('Nothing will be sent, and there is nothing to pay.');
  await expectAccessible(page);
  await tap(dialog.getByRole('button', { name: 'Keep order' }));
  await expect(dialog).toBeHidden();
  await tap(button);
  await dialog.getByLabel('Reason').selectOption('Ordered twice');
  const atArrival = main.evaluate(
    (element) =>
      new Promise((resolve) => {
        const heading = [...element.querySelectorAll('h2')].find(({ textContent }) =>
          textContent.startsWith('Order #'),
        );
        heading?.addEventListener('focus', () => resolve(element.textContent));
      }),
  );
  await tap(dialog.getByRole('button', { name: 'Cancel order' }));

  await expect(page.getByText('Order cancelled')).toBeVisible();
  expect(await atArrival, 'nothing moves after the page has scrolled').toContain('Cancelled');
  // The button is at the end of a long page, but the new status is at its top.
  await expect(main.getByRole('heading', { name: /^Order #/ })).toBeFocused();
  await expect(main.getByText('Cancelled', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(main.getByText('You cancelled the order')).toBeVisible();
  await expect(main.getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(main.getByText('still to come')).toHaveCount(0);
  await expect(expectedDay).toHaveCount(0);
  await expect(button).toHaveCount(0);
  await page.reload();
  await expect(main.getByText('You cancelled the order')).toBeVisible();
  await expect(button).toHaveCount(0);
  await expectAccessible(page);
});

test('an email’s link shows where the order is and what became of it, without signing in and without whose it is', async ({
  page,
  browser,
  baseURL,
  request,
  signedInShopper,
  ownShop,
}) => {
  const { order } = await fill(signedInShopper);
  await handOver(owner, order, 'TRACK77');
  await act(owner, order, 'attempt_failed', { reason: 'no_cash' });
  // Emails about orders are sent after a minute, so that staff can undo a step.
  await ownShop.sql("update jobs.job set start_after = now() where name = 'order-mail'");
  await page.goto(`/account/orders/${order}`);
  const number = (await page.getByRole('heading', { name: /^Order #/ }).textContent()) ?? '';
  const link = await emailedLink(
    request,
    signedInShopper.email,
    `We could not deliver ${number.replace('Order', 'order')}`,
  );
  expect(link).toContain('/track/');

  const stranger = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  await declineCookies(stranger);
  const opened = await stranger.newPage();
  const referrers: (string | undefined)[] = [];
  opened.on('request', (sent) => {
    if (sent.isNavigationRequest()) return;
    referrers.push(sent.headers().referer);
  });
  await opened.goto(new URL(link).pathname);
  const main = opened.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(number);
  await expect(main.getByText('TRACK77')).toBeVisible();
  await expect(main.getByText('The cash was not ready')).toBeVisible();
  const text = await opened.locator('body').textContent();
  for (const secret of [
    'Asha',
    'Marine Drive',
    '400020',
    '98765 43210',
    '₹499',
    signedInShopper.email,
  ]) {
    expect(text).not.toContain(secret);
  }
  await expect(opened.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  expect(referrers.filter((referrer) => referrer?.includes('/track/'))).toEqual([]);
  await expectAccessible(opened);
  await opened.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(opened);

  // The parcel comes back: both pages say why the order is cancelled.
  await act(owner, order, 'receive_back', { good: [] });
  await page.reload();
  await opened.reload();
  for (const shown of [page.getByRole('main'), main]) {
    await expect(shown.getByText('Cancelled', { exact: true })).toBeVisible();
    await expect(
      shown.getByText('Your order was returned to us and is now cancelled.'),
    ).toBeVisible();
    await expect(shown.getByText('Returned to us', { exact: true })).toBeVisible();
  }

  // The document is the same for every token and does not contain it.
  const [one, other] = await Promise.all(
    [new URL(link).pathname, '/track/nonsense'].map(async (path) =>
      (await request.get(path)).text(),
    ),
  );
  expect(one).toBe(other);
  await opened.goto('/track/nonsense');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('This link has ended');
  await expectAccessible(opened);
  await stranger.close();
});
