import { openToday, test } from '#test/e2e/support/admin.ts';
import { holdAnswer } from '#test/e2e/support/delayed-requests.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible, expectNoOverflow } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);

test('an email that can never be sent is dismissed by thumb, after a question', async ({
  admin,
  ownShop,
}) => {
  await ownShop.sql(
    `insert into jobs.job (name, source_name, data, source_output)
     values ('dead-letter', 'refund-done', '{"email": "gone@example.in", "order_number": "AP-AAA-AAA"}', '{"reason": "EENVELOPE 550"}')`,
  );
  await admin.goto('/admin/settings');
  const list = admin.getByRole('region', { name: 'Emails not sent' });
  const row = list.getByRole('listitem').filter({ hasText: 'gone@example.in' });
  await tap(row.getByRole('button', { name: 'Dismiss: Refund completed, AP-AAA-AAA' }));
  const question = admin.getByRole('dialog', { name: 'Dismiss it?' });
  await expectAccessible(admin);
  await tap(question.getByRole('button', { name: 'Dismiss', exact: true }));
  await expect(row).toBeHidden();
});

test('an email that was not sent is found under Today and sent again by thumb', async ({
  admin,
  ownShop,
}) => {
  const { rows } = await ownShop.sql(
    `insert into jobs.job (name, source_name, data, source_output)
     select 'dead-letter', 'order-confirmation',
       jsonb_build_object('user_id', user_id, 'email', 'late@example.in', 'order_id', id), '{"reason": "EAUTH 535"}'
     from orders order by created_at desc limit 1
     returning (select order_number from orders where id = (data ->> 'order_id')::uuid) as number`,
  );
  const number: string = rows[0].number;
  await openToday(admin);
  await tap(admin.getByRole('link', { name: 'Look: Emails not sent' }));
  const list = admin.getByRole('region', { name: 'Emails not sent' });
  const row = list.getByRole('listitem').filter({ hasText: number });
  for (const words of ['Order confirmation', 'late@example.in', 'EAUTH 535'])
    await expect(row).toContainText(words);
  await expectNoOverflow(admin);
  await expectAccessible(admin);
  await tap(row.getByRole('button', { name: `Retry: Order confirmation, ${number}` }));
  // The sent email leaves the list. The list disappears, because it was the only one.
  await expect(list).toBeHidden({ timeout: 60_000 });
  await admin.goto('/admin');
  await expect(admin.getByRole('link', { name: 'Look: Emails not sent' })).toHaveCount(0);
});

test('a late answer about one email closes no question about another', async ({
  admin,
  ownShop,
}) => {
  for (const number of ['AP-AAA-AAA', 'AP-BBB-BBB'])
    await ownShop.sql(
      `insert into jobs.job (name, source_name, data, source_output)
       values ('dead-letter', 'refund-done', '{"email": "gone@example.in", "order_number": "${number}"}', '{"reason": "EENVELOPE 550"}')`,
    );
  await admin.goto('/admin/settings');
  const question = admin.getByRole('dialog', { name: 'Dismiss it?' });
  const dismissed = await holdAnswer(admin, '**/api/admin/failed-jobs/dismissals');
  await tap(admin.getByRole('button', { name: 'Dismiss: Refund completed, AP-AAA-AAA' }));
  await tap(question.getByRole('button', { name: 'Dismiss', exact: true }));
  await dismissed.read;
  await tap(question.getByRole('button', { name: 'Keep it' }));
  await tap(admin.getByRole('button', { name: 'Dismiss: Refund completed, AP-BBB-BBB' }));
  await expect(question).toContainText('AP-BBB-BBB');
  await dismissed.release();
  await expect(admin.getByText('AP-AAA-AAA')).toHaveCount(0);
  await expect(question).toContainText('AP-BBB-BBB');
  await tap(question.getByRole('button', { name: 'Dismiss', exact: true }));
  await expect(question).toBeHidden();
});
