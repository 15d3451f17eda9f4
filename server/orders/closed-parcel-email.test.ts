import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { RenderedEmail } from '#server/email/email.ts';
import { submit, toCheckout } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

/** What a shopper who pays in cash hears of a parcel that does not arrive. */
let shop: TestShop;
let owner: TestShopper;
let asha: TestShopper;
let courier: string;
let emails: RenderedEmail[] = [];

beforeAll(async () => {
  shop = await openTestShop({ deliverEmail: async (email) => void emails.push(email) });
  owner = await newStaff(shop, 'owner');
  asha = await shop.newShopper();
  courier = (await shop.db.owner.query('select id from couriers limit 1')).rows[0].id;
  await shop.startJobs();
});

let order: { id: string; order_number: string };
beforeEach(async () => {
  order = (await submit(asha, await toCheckout(asha, [['1', 1]]))).body;
  await act('hand_over', 0, { courier, tracking_number: `DL-${order.order_number.slice(3)}` });
  await send();
  emails = [];
});

async function act(verb: string, version: number, more: object = {}): Promise<void> {
  const path = `/api/admin/orders/${order.id}/actions`;
  const { status, body } = await owner.request('POST', path, { verb, version, ...more });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

/** As if the minute to take a step back had passed. */
async function send(): Promise<void> {
  await jobsDone(shop.db.owner);
  await shop.db.owner.query(
    `update jobs.job set start_after = now() where name = 'order-mail' and state = 'created'`,
  );
  await jobsDone(shop.db.owner);
}

test.each([
  ['lose', {}, 'was lost on its way'],
  ['receive_back', { good: [] }, 'came back to us'],
])('%s: is told once, and that nothing is to be paid', async (verb, more, subject) => {
  await act(verb, 1, more);
  await send();
  await send();
  expect(emails).toMatchObject([
    { to: asha.shopper.email, subject: `Order #${order.order_number} ${subject}` },
  ]);
  expect(emails[0]?.text).toContain('You have nothing to pay.');
});

test('a parcel that was found before the email left is not called lost', async () => {
  await act('lose', 1);
  await act('undo_lose', 2);
  await send();
  expect(emails).toEqual([]);
});

test('a step that is undone after its email and done again is told once', async () => {
  await act('deliver', 1);
  await send();
  await act('undeliver', 2);
  await act('deliver', 3);
  await send();
  expect(emails).toMatchObject([{ subject: `Order #${order.order_number} was delivered` }]);
});

test('a parcel that is taken back and handed over again has another email for another number alone', async () => {
  await act('take_back', 1);
  await act('hand_over', 2, { courier, tracking_number: `DL-${order.order_number.slice(3)}` });
  await send();
  expect(emails).toEqual([]);
  await act('take_back', 3);
  await act('hand_over', 4, { courier, tracking_number: `DL-${order.order_number.slice(3)}-2` });
  await send();
  expect(emails).toMatchObject([{ subject: `Order #${order.order_number} is on its way` }]);
  expect(emails[0]?.text).toContain(`DL-${order.order_number.slice(3)}-2`);
});
