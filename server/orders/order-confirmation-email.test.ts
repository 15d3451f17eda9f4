import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { HOME, submit, toCheckout } from '#test/checkout.ts';
import { openTestShop, send, type TestShop } from '#test/shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});

test('the confirmation email is sent when the jobs run, exactly once', async () => {
  const asha = await shop.newShopper();
  const placed = await submit(
    asha,
    await toCheckout(asha, [
      ['1', 2],
      ['3', 1],
    ]),
  );
  const job = await onlyJob();
  expect(await mailbox()).toEqual([]);

  await shop.startJobs();
  await untilDone(job);

  const [email, ...others] = await mailbox();
  expect(others).toEqual([]);
  expect(email).toMatchObject({
    to: asha.shopper.email,
    subject: `Your order #${placed.body.order_number}`,
    links: [
      `http://localhost:3000/account/orders/${placed.body.id}`,
      `http://localhost:3000/contact#order=${placed.body.order_number}`,
      'http://localhost:3000/returns',
    ],
  });
  expect(email?.text).toContain('Dried Aparajita Flowers: 2 × ₹499.00 = ₹998.00');
  expect(email?.text).toContain('Total: ₹2,297.00');
  expect(email?.text).toContain('Cash on Delivery (COD)');
  expect(email?.text).toContain('12 Hill Road\nFlat 3\nMumbai, Maharashtra 400050\nIndia');

  // A worker that crashes after sending but before completing the job causes a second run.
  const { rows } = await shop.db.owner.query(
    `insert into jobs.job (name, data, retry_limit, policy)
     select name, data, retry_limit, policy from jobs.job where id = $1 returning id`,
    [job],
  );
  await untilDone(rows[0].id);
  expect(await mailbox()).toHaveLength(1);
});

test('a shopper who signs out at once still gets the email, with their name escaped', async () => {
  const bina = await shop.newShopper();
  const home = { ...HOME, full_name: 'Bina <img src=x> & "Co"' };
  const { body } = await submit(bina, await toCheckout(bina, [['2', 1]], home));
  await bina.request('POST', '/auth/v1/logout');
  const { rows } = await shop.db.owner.query(
    `select id from jobs.job where data ->> 'order_id' = $1`,
    [body.id],
  );
  await untilDone(rows[0].id);
  const email = (await mailbox()).find(({ to }) => to === bina.shopper.email);
  expect(email?.subject).toBe(`Your order #${body.order_number}`);
  expect(email?.text).toContain('Bina <img src=x> & "Co"');
  expect(email?.html).toContain('Bina &lt;img src=x&gt; &amp; &quot;Co&quot;');
  expect(email?.html).not.toContain('<img src="x"');
  expect(email?.html).not.toContain('<img src=x');
});

type Email = { to: string; subject: string; text: string; html: string; links: string[] };

async function mailbox(): Promise<Email[]> {
  return (await send(shop.app, 'GET', '/dev/mailbox.json')).body;
}

async function onlyJob(): Promise<string> {
  const { rows } = await shop.db.owner.query(
    `select id from jobs.job where name = 'order-confirmation'`,
  );
  expect(rows).toHaveLength(1);
  return rows[0].id;
}

async function untilDone(job: string): Promise<void> {
  for (;;) {
    const { rows } = await shop.db.owner.query(`select state, output from jobs.job where id = $1`, [
      job,
    ]);
    if (rows[0].state === 'completed') return;
    if (rows[0].state === 'failed' || rows[0].state === 'retry')
      throw new Error(JSON.stringify(rows[0].output));
    await sleep(20);
  }
}
