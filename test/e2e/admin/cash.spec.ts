import { act, newOwner } from '#test/e2e/support/demo-owner.ts';
import { keepMessages, SNACKBARS } from '#test/e2e/support/keep-messages.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { fill } from '#test/e2e/support/screens.ts';
import { expect, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);

test('a courier’s file is chosen, its columns are picked, what is still on its way is delivered, posted and taken back with a thumb', async ({
  page,
  context,
  request,
  signedInShopper,
}) => {
  await keepMessages(page, SNACKBARS);
  const owner = await newOwner(request);
  await owner.signInto(context);
  const { order } = await fill(signedInShopper); // ₹499 in cash
  // A courier of its own: what the others owe is changed by other tests.
  const courier = `Hills ${order.slice(0, 8)}`;
  await page.goto('/admin/settings');
  await tap(page.getByRole('button', { name: 'Add a courier' }));
  const form = page.getByRole('form', { name: 'Add a courier' });
  await form.getByLabel('Name').fill(courier);
  await tap(form.getByRole('button', { name: 'Save' }));
  await expect(page.getByRole('button', { name: `Change ${courier}` })).toBeVisible();
  const { id } = JSON.parse(JSON.stringify(await owner.call('GET', '/couriers'))).find(
    ({ name }: { name: string }) => name === courier,
  );
  const number = `THUMB${Date.now()}`;
  await act(owner, order, 'hand_over', { courier: id, tracking_number: number });

  // The list is larger than 64 kB, the limit of browsers for requests that outlive their page (keepalive).
  const others = Array.from({ length: 4_000 }, (_, i) => `NOBODY${i};${i + 1};UTR-${number}`);
  const lines = ['Slip;Sum;UTR', `${number};"₹499.00";UTR-${number}`, ...others];
  await page.goto('/admin');
  await tap(page.getByRole('button', { name: 'All screens' }));
  await tap(page.getByRole('dialog').getByRole('link', { name: 'Cash' }));
  await page.getByLabel('Courier').selectOption({ label: courier });
  await page.getByLabel('CSV file').setInputFiles({
    name: 'hills.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  });
  await tap(page.getByRole('button', { name: 'Match' }));
  const question = `Which columns of ${courier}’s list are these?`;
  await expect(page.getByRole('heading', { name: question })).toBeFocused();
  await page.getByLabel('Tracking number or order number').selectOption(`Slip: ${number}`);
  await page.getByLabel('Amount').selectOption('Sum: ₹499.00');
  await tap(page.getByRole('button', { name: 'Match' }));
  const list = page.getByRole('heading', { name: `${courier}’s list` });
  await expect(list).toBeFocused();
  await expect(page.getByText('4000Unknown')).toBeVisible();
  await expect(page.getByText(/Still on its way: handed over on .*, not yet/)).toBeVisible();
  await expect(page.getByText('There is nothing to post in this list.')).toBeVisible();
  const told = (words: string) => page.getByRole('status').filter({ hasText: words });
  const deliver = page.getByRole('button', { name: 'Mark it as delivered' });
  await tap(deliver);
  const post = page.getByRole('button', { name: 'Post 1 order, ₹499.00' });
  await expect(post).toBeVisible();
  await tap(told('1 order delivered').getByRole('button', { name: 'Undo' }));
  await tap(deliver);
  await expect(list).toBeFocused();
  await expect(page.getByLabel('Reference of the transfer (UTR)')).toHaveValue(`UTR-${number}`);
  await tap(post);
  const posted = told(`₹499.00 from ${courier} posted`);
  await expect(posted).toBeVisible();
  await expect(page.getByText(`UTR-${number}`, { exact: true })).toBeVisible();
  await tap(posted.getByRole('button', { name: 'Undo' }));
  await expect(page.getByText(`Undone: UTR-${number}`)).toBeVisible();
  await expect(page.getByText(number).first()).toBeVisible();
});
