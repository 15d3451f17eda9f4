import { expect, test } from 'vitest';
import { openTestShop, send } from '#test/shop.ts';

const shop = await openTestShop();
const asha = await shop.newShopper();
const { email } = asha.shopper;

type Email = { to: string; subject: string; text: string; links: string[] };

async function emailsTo(address: string): Promise<Email[]> {
  const { body } = await send(shop.app, 'GET', '/dev/mailbox.json');
  return body.filter((email: Email) => email.to === address);
}

/** The data of unsent auth emails, once there are `count` of them. */
async function queued(count: number): Promise<unknown[]> {
  const waiting = () =>
    shop.db.owner.query(
      `select data from jobs.job where name = 'auth-mail' and state in ('created', 'retry', 'active')`,
    );
  await expect.poll(async () => (await waiting()).rowCount).toBe(count);
  return (await waiting()).rows;
}

test('an auth email is encrypted in the queue, and its link opens the right page', async () => {
  await send(shop.app, 'POST', '/auth/v1/recover', { email });
  const [job] = await queued(1);
  expect(JSON.stringify(job)).not.toContain(email);
  expect(JSON.stringify(job)).not.toContain('token');
  expect(await emailsTo(email)).toEqual([]);

  await shop.startJobs();
  await queued(0);
  const [sent, ...others] = await emailsTo(email);
  expect(others).toEqual([]);
  expect(sent?.subject).toBe('Reset your password');
  const link = new URL(sent?.links[0] ?? '');
  expect(link.pathname).toBe('/reset-password');

  const verified = await send(shop.app, 'POST', '/auth/v1/verify', {
    type: 'recovery',
    token_hash: link.searchParams.get('token_hash'),
  });
  expect(verified).toMatchObject({ status: 200, body: { user: { email } } });

  const changed = await send(
    shop.app,
    'PUT',
    '/auth/v1/user',
    { password: 'steeped in petals' },
    { authorization: `Bearer ${verified.body.access_token}` },
  );
  expect(changed.status).toBe(200);
  await queued(0);
  expect((await emailsTo(email)).map(({ subject }) => subject)).toEqual([
    'Your password was changed',
    'Reset your password',
  ]);
});

test('the auth role may add to the queue, but not read it', async () => {
  const client = await shop.db.owner.connect();
  try {
    await client.query('set role shop_auth');
    for (const forbidden of [
      'select data from jobs.job',
      'select data from jobs.job_common',
      `update jobs.job_common set state = 'completed'`,
      'delete from jobs.job_common',
      'select from orders',
    ]) {
      await expect(client.query(forbidden), forbidden).rejects.toThrow(/permission denied/);
    }
  } finally {
    await client.query('reset role');
    client.release();
  }
});

test('accounts are cleaned up every night, once for any number of processes', async () => {
  await shop.startJobs();
  const { rows } = await shop.db.owner.query(
    `select name, cron, timezone from jobs.schedule where name = 'auth-cleanup'`,
  );
  expect(rows).toEqual([{ name: 'auth-cleanup', cron: '30 3 * * *', timezone: 'Asia/Kolkata' }]);

  await shop.db.owner.query(
    `update auth.sessions set expires_at = now() - interval '1 day' where user_id = $1`,
    [asha.shopper.userId],
  );
  await shop.db.owner.query(
    `insert into jobs.job (name, data, retry_limit, policy)
     select 'auth-cleanup', '{}', retry_limit, policy from jobs.queue where name = 'auth-cleanup'`,
  );
  await expect
    .poll(
      async () =>
        (
          await shop.db.owner.query('select from auth.sessions where user_id = $1', [
            asha.shopper.userId,
          ])
        ).rowCount,
      { timeout: 10_000 },
    )
    .toBe(0);
});
