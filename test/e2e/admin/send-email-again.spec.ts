import { openOrder, statusMessage, test } from '#test/e2e/support/admin.ts';
import { holdAnswer } from '#test/e2e/support/delayed-requests.ts';
import { expectInside, PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible } from '#test/e2e/support/shop.ts';
import { expectTappable, tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);

test('the owner sends a customer the last email again by thumb; a second time at once is refused', async ({
  admin,
  ownShop,
}) => {
  const id = await openOrder(admin, 'on_the_way');
  const { rows } = await ownShop.sql('select email, order_number from orders where id = $1', [id]);
  const { email, order_number } = rows[0];
  const subject = `Order #${order_number} is on its way`;
  const again = admin.getByRole('button', { name: 'Send the email again' });
  await expect(admin.getByText(`The last one about this order, to ${email}`)).toBeVisible();
  await tap(again);
  await expect(statusMessage(admin, `“${subject}” is sent again to ${email}`)).toBeVisible();
  const entry = admin.getByRole('listitem').filter({ hasText: 'Email sent again' });
  await expect(entry).toContainText(subject);
  await expectInside(admin.getByRole('main'));
  await expectAccessible(admin);
  const sent = async () =>
    (await (await fetch(`${ownShop.url}/dev/mailbox.json`)).json()).filter(
      ({ to, subject: of }: { to: string; subject: string }) => to === email && of === subject,
    );
  await expect.poll(sent).toHaveLength(1);

  await expectTappable(again);
  await tap(again);
  await expect(admin.getByText(/Another one can be sent in \d+ seconds/)).toBeVisible();
  await expect(entry).toHaveCount(1);
});

test('the button stays under the thumb while it works and when the history has grown', async ({
  admin,
}) => {
  await openOrder(admin, 'delivered');
  const button = admin.getByRole('button', { name: /^(Send the email again|Sending\.\.\.)$/ });
  await button.scrollIntoViewIfNeeded();
  // Some browsers of phones do not keep the scroll position when something is added above.
  await admin.evaluate(() => document.documentElement.style.setProperty('overflow-anchor', 'none'));
  const place = () => button.evaluate((element) => element.getBoundingClientRect().top);
  const before = await place();
  const answer = await holdAnswer(admin, '**/api/admin/orders/*/emails');
  await tap(button);
  await expect(button).toHaveText('Sending...');
  expect(await place()).toBe(before);
  await answer.release();
  await expect(admin.getByText('Email sent again')).toBeVisible();
  expect(await place()).toBe(before);
});
