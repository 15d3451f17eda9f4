import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refused } from '#test/checkout.ts';
import { holdLock, untilWaiting } from '#test/locks.ts';
import { SECRET, send } from '#test/shop.ts';
import { openStaffedShop } from '#test/staff.ts';
import { answerTokens, timelineTokens } from './order-tokens.ts';

const opened = await openStaffedShop({ limitsFactor: 1, timeouts: LONG_TIMEOUTS });
const { shop, owner, act, go, place, seenBy, rows, stockOf, emailsLeave } = opened;
const links = answerTokens(SECRET, Date.now);

let order: Awaited<ReturnType<typeof place>>;
beforeEach(async () => {
  order = await place();
});

const pathOf = (token: string) => `/api/order-answers/${token}`;
const look = (token = links.make(order.id)) => send(shop.app, 'GET', pathOf(token));
const answer = (which: string, token = links.make(order.id)) =>
  send(shop.app, 'POST', '/api/order-answers', { token, answer: which });
const now = (status: string) => ({
  status: 200,
  body: { order_number: order.order_number, status },
});
const eventsOf = (id: string) =>
  rows('select kind, actor from order_events where order_id = $1 order by id', [id]);

test('an opened link shows the number and changes nothing, however often', async () => {
  const before = await rows('select * from orders where id = $1', [order.id]);
  for (const _ of [1, 2]) {
    const { status, body } = await look();
    expect({ status, body }).toEqual(now('pending'));
  }
  expect(await rows('select * from orders where id = $1', [order.id])).toEqual(before);
  expect(await eventsOf(order.id)).toEqual([]);
});

test('"Yes, send it" confirms the order once, and the shopper and the staff read by whom', async () => {
  for (const _ of [1, 2]) expect(await answer('confirm')).toMatchObject(now('confirmed'));
  expect(await eventsOf(order.id)).toEqual([{ kind: 'confirm', actor: 'shopper' }]);
  const { status, events } = await seenBy(order.shopper, order.id);
  expect(status).toBe('confirmed');
  expect(events.at(-1)).toMatchObject({ kind: 'confirm', by_shopper: true });
  const { body } = await owner.request('GET', `/api/admin/orders/${order.id}`);
  expect(body).toMatchObject({ fulfilment: 'confirmed', verbs: expect.arrayContaining(['pack']) });
  expect(body.events.at(-1)).toMatchObject({ kind: 'confirm', actor: 'shopper', staff: null });
});

test('"Cancel my order" cancels it once, also after it was confirmed, and its pieces are on sale again', async () => {
  const stock = await stockOf();
  await answer('confirm');
  for (const _ of [1, 2]) expect(await answer('cancel')).toMatchObject(now('cancelled'));
  expect(await stockOf()).toBe(stock + 2);
  expect((await eventsOf(order.id)).map(({ kind }) => kind)).toEqual(['confirm', 'cancel']);
  // A cancelled order does not come back by the other link, which tells what happened.
  expect(await answer('confirm')).toMatchObject(refused(409, 'not_allowed_now'));
  expect(await look()).toMatchObject(now('cancelled'));
});

test('after the hand-over both links change nothing any more, and tell where the order is', async () => {
  await go(order.id, 'hand_over');
  for (const which of ['confirm', 'cancel'])
    expect(await answer(which)).toMatchObject(refused(409, 'not_allowed_now'));
  expect(await look()).toMatchObject(now('shipped'));
});

test('a link opens nothing after a week, nor does one of another kind, order or shop', async () => {
  const day = 86_400_000;
  const made = (ago: number) => answerTokens(SECRET, () => Date.now() - ago * day).make(order.id);
  expect(await look(made(6))).toMatchObject(now('pending'));
  const wrong = {
    expired: made(8),
    'of the timeline': timelineTokens(SECRET, Date.now).make(order.id),
    'of another shop': answerTokens('another secret, long enough to be one', Date.now).make(
      order.id,
    ),
    'of no order': links.make(crypto.randomUUID()),
    'for another order': links.make(crypto.randomUUID()).replace(/^[^.]+/, order.id),
  };
  for (const [what, token] of Object.entries(wrong)) {
    expect(await look(token), what).toMatchObject(refused(404, 'order_not_found'));
    expect(await answer('cancel', token), what).toMatchObject(refused(404, 'order_not_found'));
  }
  const timeline = `/api/order-timelines/${links.make(order.id)}`;
  expect(await send(shop.app, 'GET', timeline)).toMatchObject(refused(404, 'order_not_found'));
  expect(await look()).toMatchObject(now('pending'));
});

test('who guesses tokens has to work for each after twenty in an hour; a right one opens from there as before', async () => {
  const wrong = links.make(crypto.randomUUID());
  const from = (network: string, token: string) =>
    send(shop.app, 'GET', pathOf(token), undefined, { 'x-forwarded-for': network });
  for (let n = 0; n < 20; n += 1)
    expect(await from('203.0.113.9', wrong)).toMatchObject(refused(404, 'order_not_found'));
  expect(await from('203.0.113.9', wrong)).toMatchObject(refused(429, 'proof_of_work_required'));
  expect(await from('203.0.113.9', links.make(order.id))).toMatchObject(now('pending'));
  expect(await from('198.51.100.7', wrong)).toMatchObject(refused(404, 'order_not_found'));
});

test('two taps at once are one answer', async () => {
  const both = await Promise.all([answer('confirm'), answer('confirm')]);
  for (const each of both) expect(each).toMatchObject(now('confirmed'));
  expect(await eventsOf(order.id)).toHaveLength(1);
});

test.each(['the staff', 'the shopper'])(
  'of staff who confirm and a shopper who cancels at once, %s first, each is told what holds',
  async (first) => {
    const held = await holdLock(shop.db.owner, 'select from orders where id = $1 for update', [
      order.id,
    ]);
    const staff = () => act(order.id, 'confirm', { version: 0 });
    const shopper = () => answer('cancel');
    const begin = first === 'the staff' ? [staff, shopper] : [shopper, staff];
    const answers = [];
    for (const [n, request] of begin.entries()) {
      answers.push(request());
      await untilWaiting(shop.db.owner, { words: 'lock_order', count: n + 1 });
    }
    await held.release();
    const [one, other] = await Promise.all(answers);
    const [ofStaff, ofShopper] = first === 'the staff' ? [one, other] : [other, one];
    expect(ofShopper).toMatchObject(now('cancelled'));
    if (first === 'the staff') expect(ofStaff).toMatchObject({ status: 200 });
    else
      expect(ofStaff).toMatchObject({
        ...refused(409, 'order_changed'),
        body: { error: { order: { fulfilment: 'cancelled', last: { actor: 'shopper' } } } },
      });
  },
);

test('an answer whose email cannot be queued changes nothing, and can be sent again', async () => {
  await rows(`alter table jobs.job_common add constraint no_jobs check (false) not valid`);
  const failed = await answer('confirm');
  await rows('alter table jobs.job_common drop constraint no_jobs');
  expect(failed).toMatchObject(refused(500, 'internal'));
  expect(await look()).toMatchObject(now('pending'));
  expect(await eventsOf(order.id)).toEqual([]);
  expect(await answer('confirm')).toMatchObject(now('confirmed'));
});

describe('the email of an order', () => {
  let confirmed: Awaited<ReturnType<typeof place>>;
  beforeAll(async () => {
    await ask(true);
    confirmed = await place();
    await go(confirmed.id, 'confirm');
    await shop.startJobs(); // its email waited until now
  });
  const ask = async (confirm: boolean) => {
    const seen = (await owner.request('GET', '/api/admin/settings')).body.cash_limits;
    const value = { ...seen.value, confirm };
    const change = { key: 'cash_limits', value, seen: seen.seen };
    expect(await owner.request('PATCH', '/api/admin/settings', change)).toMatchObject({
      status: 200,
    });
  };
  const emailOf = async (number: string): Promise<string> => {
    await emailsLeave('order-confirmation');
    const [email] = await rows('select text from demo_emails where subject = $1', [
      `Your order #${number}`,
    ]);
    return email?.text;
  };

  test('asks only where the owner wants it and nobody has confirmed, and its links work', async () => {
    await ask(false);
    order = await place();
    expect(await emailOf(order.order_number)).not.toContain('/cash-order/');
    await ask(true);
    expect(await emailOf(confirmed.order_number)).not.toContain('/cash-order/');
    order = await place();
    const text = await emailOf(order.order_number);
    const [, confirm = ''] = /\/cash-order\/confirm\?token=(\S+)/.exec(text) ?? [];
    const [, cancel = ''] = /\/cash-order\/cancel\?token=(\S+)/.exec(text) ?? [];
    expect(await answer('confirm', confirm)).toMatchObject(now('confirmed'));
    expect(await answer('cancel', cancel)).toMatchObject(now('cancelled'));
  });
});
