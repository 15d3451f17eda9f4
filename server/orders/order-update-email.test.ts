import { describe, expect, test } from 'vitest';
import { HOME } from '#test/checkout.ts';
import { timelineTokens } from './order-tokens.ts';
import { lastEmail, orderUpdate, restoredSteps, updateAbout } from './order-update-email.ts';
import type { OrderUpdate } from './order-update-query.ts';
import { type StoredEvent, sharedTimelineOf } from './timeline.ts';

const parcel = { courier: 'Speedy', tracking_number: 'AB1' };

const event = (id: string, kind: string, data: StoredEvent['data'] = {}): StoredEvent => ({
  id,
  kind,
  at: '2026-11-22T10:00:00Z',
  actor: 'staff',
  data,
  mailed: false,
  tracking_url: kind === 'hand_over' ? 'https://courier.example.in/AB1' : null,
});

const order = (...events: StoredEvent[]): OrderUpdate => ({
  ...{ id: 'o1', order_number: 'AP-7KQ-M2X', total_amount: 998, email: 'asha@example.in' },
  ...{ payment_method: 'cod', payment_status: 'pending', payment_mode: null },
  ...{ events, refund_statuses: {}, return_declined: false },
  shipping_address: { ...HOME, phone: '+91 98765 43210' },
});

/** Steps of which the emails were sent that are marked so: 'deliver!'. */
const steps = (...kinds: string[]) =>
  order(
    ...kinds.map((name, place) => ({
      ...event(`${place + 1}`, name.replace('!', ''), parcel),
      mailed: name.endsWith('!'),
    })),
  );
const online = (of: OrderUpdate): OrderUpdate => ({
  ...of,
  payment_method: 'razorpay',
  payment_mode: 'live',
});

const email = (of: OrderUpdate, id = '1') => orderUpdate(of, id, 'https://shop.example.in/track/t');
const textOf = (of: OrderUpdate) => JSON.stringify(email(of));

/** The emails of these steps that leave, if each is sent now: `1 3` for the first and the third. */
const told = (of: OrderUpdate) =>
  of.events
    .filter(({ id }) => email(of, id))
    .map(({ id }) => id)
    .join(' ');

test('a parcel’s email names courier, number, if it has one, and the cash to keep ready', () => {
  const sent = email(steps('hand_over'));
  expect(sent).toMatchObject({ to: 'asha@example.in', idempotencyKey: 'order-mail:o1:1' });
  for (const part of ['Speedy', 'AB1', '₹998.00', 'courier.example.in/AB1', '/track/t'])
    expect(JSON.stringify(sent)).toContain(part);
  const own = { ...event('1', 'hand_over', { courier: 'Own delivery' }), tracking_url: null };
  for (const part of ['is on its way to you', 'Own delivery', '₹998.00', '/track/t'])
    expect(textOf(order(own))).toContain(part);
  expect(textOf(order(own))).not.toMatch(/tracking number|Track the parcel|was handed to/i);
});

test.each([
  ['a step that staff keep to themselves', ['pack', 'return_to_origin'], ''],
  ['a parcel that was taken back', ['hand_over', 'take_back'], ''],
  ['and one after it', ['attempt_failed', 'undo_attempt_failed', 'attempt_failed'], '3'],
  ['and one after it', ['cancel', 'undo_cancel', 'cancel'], '3'],
  ['a confirmation that packing leaves true', ['confirm', 'pack'], '1'],
  ['a confirmation that a refund leaves true', ['confirm', 'refund'], '1 2'],
  ['a confirmation before a cancellation', ['confirm', 'cancel'], '2'],
  ['a parcel that was delivered', ['hand_over', 'deliver'], '2'],
  ['a parcel that is coming back', ['hand_over', 'return_to_origin'], ''],
  ['a parcel that was lost', ['hand_over', 'lose'], '2'],
  ['a parcel with a failed attempt', ['hand_over', 'attempt_failed'], '1 2'],
  ['an attempt before the delivery', ['attempt_failed', 'deliver'], '2'],
  ['an attempt before the way back', ['attempt_failed', 'return_to_origin'], ''],
  ['a parcel that was found', ['lose', 'undo_lose'], ''],
  ['two corrections of the address', ['correct_address', 'correct_address'], '2'],
  ['a correction before a cancellation', ['correct_address', 'cancel'], '2'],
  ['a correction before the parcel', ['correct_address', 'hand_over'], '1 2'],
  ['a correction before the delivery', ['correct_address', 'deliver'], '2'],
  ['a correction before the way back', ['correct_address', 'return_to_origin'], ''],
  ['two returns at once', ['receive_return', 'receive_return'], '2'],
  ['and one that was undone', ['receive_return', 'receive_return', 'undo_return'], '1'],
  ['a second attempt', ['attempt_failed!', 'attempt_failed'], '2'],
])('only what later steps leave true is told: of %s', (_, kinds, expected) => {
  expect(told(steps(...kinds))).toBe(expected);
});

test.each([
  ['a delivery', ['hand_over', 'deliver', 'undeliver'], ['1']],
  ['a loss that was told', ['hand_over', 'lose!', 'undo_lose'], ['1']],
  ['the way back', ['hand_over', 'return_to_origin', 'undo_return_to_origin'], ['1']],
  ['a parcel', ['confirm', 'hand_over!', 'take_back'], ['1']],
  ['a cancellation', ['correct_address', 'cancel', 'undo_cancel'], ['1']],
  ['a step after what was told', ['hand_over!', 'deliver', 'undeliver'], []],
  ['a step after an undone one', ['confirm', 'unconfirm', 'hand_over', 'take_back'], []],
])('the undo of %s leads to the emails about what is true again', (_, kinds, restored) => {
  const { events } = steps(...kinds);
  expect(restoredSteps(events, `${kinds.length}`)).toEqual(restored);
});

test('a corrected address is told with the address that counts', () => {
  const sent = email(steps('correct_address'));
  expect(sent?.subject).toBe('The address of order #AP-7KQ-M2X was corrected');
  for (const part of ['Asha Rao', '12 Hill Road', '400050', '98765'])
    expect(JSON.stringify(sent)).toContain(part);
});

test('who refused a parcel is not told to have the cash ready', () => {
  const failed = (reason: string) => textOf(order(event('1', 'attempt_failed', { reason })));
  expect(failed('nobody_home')).toContain('They will try again');
  expect(failed('nobody_home')).toContain('ready');
  expect(failed('refused')).toContain('It comes back to us');
  expect(failed('refused')).not.toContain('ready');
});

test('who cancelled is said, and what comes back', () => {
  const cancelled = { ...event('1', 'cancel', { refunded: 998 }), actor: 'shopper' as const };
  const paid = { ...order(cancelled), payment_mode: 'live' as const };
  expect(textOf(paid)).toContain('You have cancelled');
  expect(textOf(paid)).toContain('₹998.00 goes back to the account you paid from');
  const test = textOf({ ...paid, payment_mode: 'sandbox' });
  expect(test).toContain('No real payment was taken');
  expect(test).not.toContain('goes back');
  expect(textOf(steps('cancel'))).toContain('We had to cancel');
});

test.each([
  ['lose', 'the courier has lost order #AP-7KQ-M2X'],
  ['receive_back', 'has brought it back to us'],
])('%s: nothing is to be paid in cash, and what was paid online comes back', (kind, said) => {
  for (const part of [said, 'cancelled', 'nothing to pay'])
    expect(textOf(steps(kind))).toContain(part);
  const paid = online(order(event('1', kind, { refunded: 998 })));
  expect(textOf(paid)).toContain('₹998.00 goes back to the account');
  expect(textOf(paid)).not.toContain('nothing to pay');
  expect(textOf({ ...paid, refund_statuses: { '1': 'processed' } })).not.toContain('₹998.00');
});

test('who sent back what was paid in cash is asked for a UPI ID, until the money was sent or declined', () => {
  const returned = steps('receive_return');
  const paid: OrderUpdate = { ...returned, payment_status: 'paid' };
  expect(email(paid)?.preview).toContain('reply to this email with your UPI ID');
  const sent = (reason: string) =>
    order(event('1', 'receive_return'), event('2', 'manual_refund', { amount: 50, reason }));
  expect(email(sent('returned'))).toBeNull();
  // Money for something else leaves the return to be paid.
  expect(email(sent('goodwill'))).not.toBeNull();
  expect(email({ ...returned, payment_status: 'refunded' })?.preview).not.toContain('UPI');
  for (const declined of [paid, online(paid)])
    expect(email({ ...declined, return_declined: true })?.preview).toMatch(/has arrived\.$/);
  expect(email(online(paid))?.preview).toContain('to the account you paid from');
  expect(email(online(paid))?.preview).not.toContain('UPI');
});

test('after a partial refund only what may still be due is promised, and a part is called a part', () => {
  const before: OrderUpdate = {
    ...steps('receive_return'),
    payment_status: 'partially_refunded',
  };
  expect(email(before)?.preview).toContain('If money is still due to you, we send it by UPI');
  expect(email(online(before))?.preview).toContain('If money is still due to you, it goes to');
  for (const [amount, heading, is_part] of [
    [499, 'We have sent part of your money back', true],
    [998, 'We have sent your money back', false],
  ] as const) {
    const sent = order(event('1', 'manual_refund', { amount }));
    expect(email(sent)?.heading).toBe(heading);
    // The link of an email does not show how much it was.
    const shared = sharedTimelineOf({ ...sent, created_at: '2026-11-23T06:00:00Z' });
    expect(shared.at(-1)).toMatchObject({ amount: null, is_part });
  }
});

test('once a refund is complete, no email says that its money is on the way', () => {
  const refunding = order(event('1', 'refund', { amount: 499 }));
  expect(email(refunding)?.subject).toBe('Refund for order #AP-7KQ-M2X');
  expect(email({ ...refunding, refund_statuses: { '1': 'processed' } })).toBeNull();
  const cancelled = order(event('1', 'cancel', { refunded: 499 }));
  const text = textOf({ ...cancelled, refund_statuses: { '1': 'processed' } });
  expect(text).toContain('is cancelled');
  expect(text).not.toContain('₹499.00');
});

describe('the email that can be sent again is', () => {
  const last = (of: OrderUpdate, status: 'pending' | 'cancelled' = 'pending') =>
    lastEmail({ ...of, status, customer_deleted: false });

  test('the one about the last step that has one and was not undone, else the confirmation', () => {
    expect(last(order())).toEqual({ event: null, subject: 'Your order #AP-7KQ-M2X' });
    expect(last(steps('pack'))).toMatchObject({ event: null });
    expect(last(steps('confirm!', 'pack'))).toMatchObject({ event: '1' });
    expect(last(steps('confirm!', 'unconfirm'))).toMatchObject({ event: null });
    expect(last(steps('confirm!', 'hand_over!'))).toMatchObject({
      event: '2',
      subject: 'Order #AP-7KQ-M2X is on its way',
    });
    expect(last(steps('hand_over!', 'take_back', 'hand_over'))).toMatchObject({ event: '3' });
  });

  test('none that is no longer true, and none without an address', () => {
    const failed = { ...steps('refund!'), refund_statuses: { '1': 'failed' as const } };
    for (const untrue of [last(steps('hand_over!', 'return_to_origin')), last(failed)])
      expect(untrue).toMatch(/no longer true/);
    expect(last(order(), 'cancelled')).toMatch(/no longer true/);
    expect(last({ ...order(), email: null })).toMatch(/was not kept/);
  });

  test('of a refund that is complete one that says so', () => {
    const refund = { ...event('1', 'refund', { amount: 499 }), mailed: true };
    const refunded: OrderUpdate = {
      ...online(order(refund)),
      refund_statuses: { '1': 'processed' },
    };
    expect(last(refunded)).toMatchObject({ event: '1' });
    const again = updateAbout(refunded, '1', '');
    expect(again?.heading).toBe('Your refund is complete');
    expect(again?.preview).toContain('₹499.00 has been refunded to the account you paid from');
    const test = updateAbout({ ...refunded, payment_mode: 'sandbox' }, '1', '');
    expect(test?.preview).toContain('No real payment was taken');
  });
});

test('a link in a mailbox opens its order after the secret was replaced, until the former one is forgotten; a new link has the new one', () => {
  const [former, secret] = ['the former secret, long enough', 'the secret from today, long enough'];
  const id = '11111111-1111-4111-8111-111111111111';
  const link = timelineTokens(former, Date.now).make(id);
  expect(timelineTokens(secret, Date.now, [former]).read(link)).toBe(id);
  expect(timelineTokens(secret, Date.now).read(link)).toBeNull();
  const next = timelineTokens(secret, Date.now, [former]).make(id);
  expect(timelineTokens(secret, Date.now).read(next)).toBe(id);
  expect(timelineTokens(former, Date.now).read(next)).toBeNull();
});
