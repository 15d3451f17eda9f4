import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { beforeEach, expect, test } from 'vitest';
import { resetShop, submit, toCheckout } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import { openTestShop, send, type TestShopper } from '#test/shop.ts';

const OFFER: { percent: number; days: number } = { percent: 15, days: 20 };
const offers: { now: typeof OFFER | null } = { now: OFFER };
const shop = await openTestShop({ offer: () => offers.now, timeouts: LONG_TIMEOUTS });
await shop.startJobs();
let asha: TestShopper;
let email: string;

beforeEach(async () => {
  await jobsDone(shop.db.owner);
  offers.now = OFFER;
  await shop.db.owner.query(
    'delete from newsletter_subscriptions; delete from demo_emails; delete from coupons',
  );
  await resetShop(shop.db.owner);
  asha = await shop.newShopper();
  email = asha.shopper.email;
});

/** Asks for the newsletter; returns the newest email. */
async function ask(address = email) {
  await send(shop.app, 'POST', '/api/newsletter-subscriptions', { email: address });
  await jobsDone(shop.db.owner);
  return (await send(shop.app, 'GET', '/dev/mailbox.json')).body[0];
}

/** Presses the button behind the email's link; returns where it leads. */
async function confirm(mail: { links: string[] }): Promise<string> {
  const answer = await shop.app.request(mail.links[0] ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  return answer.headers.get('location') ?? '';
}

/** Subscribes; returns the code. */
async function subscribe(address = email): Promise<string> {
  const [, code = ''] = (await confirm(await ask(address))).split('#');
  return code;
}

async function leave() {
  const mail = await ask();
  const url = mail.headers['List-Unsubscribe'].slice(1, -1);
  await shop.app.request(url, { method: 'POST', body: new URLSearchParams() });
}

const ownCode = async (who = asha) =>
  (await who.request('GET', '/api/checkout/terms')).body.own_code;
const use = (coupon_code: string, who = asha) =>
  who.request('POST', '/api/checkout/code', { code: coupon_code });

test('the email to confirm names the code, the page that follows has it, and it is filled in and taken off', async () => {
  const mail = await ask();
  expect(await ownCode()).toBeNull();
  const [page, code = ''] = (await confirm(mail)).split('#');
  expect(page).toBe('/newsletter/confirmed');
  expect(code).toMatch(/^TEA[2-9A-HJ-NP-Z]{8}$/);
  expect(mail.text).toContain(`the code ${code} takes 15% off your first order`);
  expect(await ownCode()).toBe(code);
  const order = await toCheckout(asha, [['1', 1]]);
  const placed = await submit(asha, { ...order, coupon_code: code, total_amount: 424.15 });
  expect(placed.status).toBe(201);
  expect(await ownCode()).toBeNull();
});

test('the code works for no other account, and the table does not say whose it is', async () => {
  const code = await subscribe();
  expect((await use(code, await shop.newShopper())).body.error.message).toContain('not valid');
  expect((await use(code)).status).toBe(200);
  const { rows } = await shop.db.owner.query('select c::text as row from coupons c');
  expect(rows).toHaveLength(1);
  expect(rows[0].row).not.toContain(email);
});

test('who leaves and subscribes again has the same code, neither longer nor of another percentage', async () => {
  const code = await subscribe();
  const read = async () =>
    (await shop.db.owner.query('select code, value, ends_at from coupons')).rows;
  const before = await read();
  await leave();
  offers.now = { percent: 20, days: 40 };
  expect(await subscribe()).toBe(code);
  expect(await read()).toEqual(before);
  expect((await ask()).text).toContain(`the code ${code} takes 15% off your first order, until`);
});

test('a code that was used or is over is not promised again', async () => {
  const code = await subscribe();
  await shop.db.owner.query(
    `update coupons set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day'`,
  );
  expect(await ownCode()).toBeNull();
  await leave();
  const mail = await ask();
  expect(mail.text).not.toContain(code);
  expect(await confirm(mail)).toBe('/newsletter/confirmed');
});

test('without the setting no email and no page promises a code, and codes that were given stay valid', async () => {
  const code = await subscribe();
  offers.now = null;
  const mail = await ask('bina@example.com');
  expect(mail.text).not.toContain('off your first order');
  expect(await confirm(mail)).toBe('/newsletter/confirmed');
  expect((await use(code)).status).toBe(200);
});
