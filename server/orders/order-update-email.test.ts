import { describe, expect, test } from 'vitest';
import { lastEmail } from './last-email.ts';
import { orderUpdate, updateAbout } from './order-update-email.ts';
import type { OrderUpdate } from './order-update-query.ts';
import type { StoredEvent } from './timeline.ts';

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
  id: 'o1',
  order_number: 'AP-7KQ-M2X',
  total_amount: 998,
  payment_method: 'cod',
  payment_status: 'pending',
  payment_mode: null,
  shipping_address: {
    full_name: 'Asha Rao',
    phone: '+91 98765 43210',
    address_line1: '12 Hill Road',
    address_line2: null,
    city: 'Mumbai',
    state: 'Maharashtra',
    postal_code: '400050',
    country: 'India',
  },
  email: 'asha@example.in',
  events,
  refund_statuses: {},
  return_declined: false,
});

const parcel = { courier: 'Speedy', tracking_number: 'AB1' };
const email = (of: OrderUpdate, id: string) =>
  orderUpdate(of, id, 'https://shop.example.in/track/t');

test('a parcel’s email names courier, number and the cash to keep ready, and goes out once', () => {
  const sent = email(order(event('1', 'hand_over', parcel)), '1');
  expect(sent).toMatchObject({ to: 'asha@example.in', idempotencyKey: 'order-mail:o1:1' });
  const text = JSON.stringify(sent);
  for (const part of ['Speedy', 'AB1', '₹998.00', 'courier.example.in/AB1', '/track/t']) {
    expect(text).toContain(part);
  }
});

test('a parcel without a number has an email without one, and no link to track it', () => {
  const own = { ...event('1', 'hand_over', { courier: 'Own delivery' }), tracking_url: null };
  const text = JSON.stringify(email(order(own), '1'));
  for (const part of ['is on its way to you', 'Own delivery', '₹998.00', '/track/t'])
    expect(text).toContain(part);
  expect(text).not.toMatch(/tracking number|Track the parcel|was handed to/i);
});

test('nothing is said about a step that was taken back, nor about one that staff keep to themselves', () => {
  const events = [event('1', 'hand_over', parcel), event('2', 'take_back')];
  expect(email(order(...events), '1')).toBeNull();
  for (const [step, undo] of [
    ['attempt_failed', 'undo_attempt_failed'],
    ['cancel', 'undo_cancel'],
  ] as const) {
    const again = [event('1', step), event('2', undo), event('3', step)];
    expect(email(order(...again.slice(0, 2)), '1'), step).toBeNull();
    expect(email(order(...again), '1'), step).toBeNull();
    expect(email(order(...again), '3'), step).not.toBeNull();
  }
  expect(email(order(event('1', 'pack')), '1')).toBeNull();
  expect(email(order(event('1', 'return_to_origin')), '1')).toBeNull();
});

test('nothing is said that later steps have made untrue', () => {
  const untrue = (kind: string, later: string) =>
    order(event('1', kind), event('2', later, parcel));
  expect(email(untrue('confirm', 'pack'), '1')).not.toBeNull();
  expect(email(untrue('confirm', 'refund'), '1')).not.toBeNull();
  for (const later of ['cancel', 'hand_over']) {
    expect(email(untrue('confirm', later), '1'), later).toBeNull();
    expect(email(untrue('confirm', later), '2'), later).not.toBeNull();
  }
  for (const later of ['deliver', 'return_to_origin', 'receive_back', 'lose']) {
    expect(email(untrue('hand_over', later), '1'), later).toBeNull();
    expect(email(untrue('attempt_failed', later), '1'), later).toBeNull();
  }
  expect(email(untrue('hand_over', 'attempt_failed'), '1')).not.toBeNull();
});

test('a repeated step has its own email', () => {
  const events = [
    event('1', 'hand_over', parcel),
    event('2', 'take_back'),
    event('3', 'hand_over', parcel),
  ];
  expect(email(order(...events), '1')).toBeNull();
  expect(email(order(...events), '3')).not.toBeNull();
});

/** Steps of which the emails were sent that are marked so: 'deliver!'. */
const steps = (...kinds: string[]) =>
  order(
    ...kinds.map((name, place) => ({
      ...event(`${place + 1}`, name.replace('!', ''), parcel),
      mailed: name.endsWith('!'),
    })),
  );

test.each([
  ['confirm', 'unconfirm'],
  ['hand_over', 'take_back'],
  ['deliver', 'undeliver'],
  ['attempt_failed', 'undo_attempt_failed'],
  ['lose', 'undo_lose'],
])('%s, undone after its email and done again, is told once', (step, undo) => {
  expect(email(steps(`${step}!`, undo, step), '3')).toBeNull();
  expect(email(steps(`${step}!`, undo, 'refund!', step), '4')).toBeNull();
  expect(email(steps(`${step}!`, undo, step, undo, step), '5')).toBeNull();
  expect(email(steps(step, undo, step), '3')).not.toBeNull();
});

test('what is news after an undone step is told: another number, another reason, and a step after another email', () => {
  const [first, back, again] = [
    { ...event('1', 'hand_over', parcel), mailed: true },
    event('2', 'take_back'),
    event('3', 'hand_over', { ...parcel, tracking_number: 'AB2' }),
  ];
  expect(email(order(first, back, again), '3')).not.toBeNull();
  const otherCourier = event('3', 'hand_over', { ...parcel, courier: 'Slow' });
  expect(email(order(first, back, otherCourier), '3')).not.toBeNull();
  const failed = (id: string, reason: string) => event(id, 'attempt_failed', { reason });
  const wrong = { ...failed('1', 'refused'), mailed: true };
  const right = failed('3', 'nobody_home');
  expect(email(order(wrong, event('2', 'undo_attempt_failed'), right), '3')).not.toBeNull();
  expect(email(steps('deliver!', 'undeliver', 'attempt_failed!', 'deliver'), '4')).not.toBeNull();
  expect(email(steps('attempt_failed!', 'attempt_failed'), '2')).not.toBeNull();
});

test('a corrected address is told with the address that counts, once', () => {
  const sent = email(order(event('1', 'correct_address')), '1');
  expect(sent?.subject).toBe('The address of order #AP-7KQ-M2X was corrected');
  for (const part of ['Asha Rao', '12 Hill Road', '400050', '98765'])
    expect(JSON.stringify(sent)).toContain(part);
  const twice = order(event('1', 'correct_address'), event('2', 'correct_address'));
  expect(email(twice, '1')).toBeNull();
  expect(email(twice, '2')).not.toBeNull();
  expect(email(order(event('1', 'correct_address'), event('2', 'cancel')), '1')).toBeNull();
  expect(
    email(order(event('1', 'correct_address'), event('2', 'hand_over', parcel)), '1'),
  ).not.toBeNull();
});

test.each(['deliver', 'return_to_origin', 'receive_back', 'lose'])(
  'no order "now goes to" a corrected address after %s',
  (later) => {
    expect(email(order(event('1', 'correct_address'), event('2', later)), '1')).toBeNull();
  },
);

test('a failed attempt of another day is told, also when an earlier one was a mistake', () => {
  const failed = (id: string, at: string) => ({
    ...event(id, 'attempt_failed', { reason: 'nobody_home' }),
    at,
  });
  const mistake = { ...failed('1', '2026-11-19T10:00:00Z'), mailed: true };
  const undo = event('2', 'undo_attempt_failed');
  const again = (at: string) => email(order(mistake, undo, failed('3', at)), '3');
  expect(again('2026-11-22T10:00:00Z')).not.toBeNull();
  // Until midnight in India.
  expect(again('2026-11-19T18:29:00Z')).toBeNull();
  expect(again('2026-11-19T18:31:00Z')).not.toBeNull();
});

test('who refused a parcel is not told to have the cash ready', () => {
  const failed = (reason: string) =>
    JSON.stringify(email(order(event('1', 'attempt_failed', { reason })), '1'));
  expect(failed('nobody_home')).toContain('They will try again');
  expect(failed('nobody_home')).toContain('ready');
  expect(failed('refused')).toContain('It comes back to us');
  expect(failed('refused')).not.toContain('ready');
});

test('an order from before its email was kept has no email', () => {
  expect(email({ ...order(event('1', 'confirm')), email: null }, '1')).toBeNull();
});

test('who cancelled is said, and what comes back', () => {
  const cancelled = { ...event('1', 'cancel', { refunded: 998 }), actor: 'shopper' as const };
  const paid = { ...order(cancelled), payment_mode: 'live' as const };
  const text = JSON.stringify(email(paid, '1'));
  expect(text).toContain('You have cancelled');
  expect(text).toContain('₹998.00 goes back to the account you paid from');
  const test = JSON.stringify(email({ ...paid, payment_mode: 'sandbox' }, '1'));
  expect(test).toContain('No real payment was taken');
  expect(test).not.toContain('goes back');
  expect(JSON.stringify(email(order(event('1', 'cancel')), '1'))).toContain('We had to cancel');
});

test.each([
  ['lose', 'undo_lose', 'the courier has lost order #AP-7KQ-M2X'],
  ['receive_back', null, 'has brought it back to us'],
] as const)(
  '%s: nothing is to be paid in cash, and what was paid online comes back',
  (kind, undo, said) => {
    const cash = JSON.stringify(email(order(event('1', kind)), '1'));
    for (const part of [said, 'cancelled', 'nothing to pay']) expect(cash).toContain(part);
    const online: OrderUpdate = {
      ...order(event('1', kind, { refunded: 998 })),
      payment_method: 'razorpay',
      payment_mode: 'live',
    };
    const paid = JSON.stringify(email(online, '1'));
    expect(paid).toContain('₹998.00 goes back to the account');
    expect(paid).not.toContain('nothing to pay');
    expect(
      JSON.stringify(email({ ...online, refund_statuses: { '1': 'processed' } }, '1')),
    ).not.toContain('₹998.00');
    if (undo) expect(email(order(event('1', kind), event('2', undo)), '1')).toBeNull();
  },
);

test('who sent back what was paid in cash is asked for a UPI ID, until the money was sent or declined', () => {
  const returned = order(event('1', 'receive_return'));
  const paid: OrderUpdate = { ...returned, payment_status: 'paid' };
  expect(email(paid, '1')?.preview).toContain('reply to this email with your UPI ID');
  const sent = (reason: string) =>
    order(event('1', 'receive_return'), event('2', 'manual_refund', { amount: 50, reason }));
  expect(email(sent('returned'), '1')).toBeNull();
  // Money for something else leaves the return to be paid.
  expect(email(sent('goodwill'), '1')).not.toBeNull();
  expect(email({ ...returned, payment_status: 'refunded' }, '1')?.preview).not.toContain('UPI');
  const online: OrderUpdate = { ...paid, payment_method: 'razorpay', payment_mode: 'live' };
  for (const declined of [paid, online])
    expect(email({ ...declined, return_declined: true }, '1')?.preview).toMatch(/has arrived\.$/);
  expect(email(online, '1')?.preview).toContain('to the account you paid from');
  expect(email(online, '1')?.preview).not.toContain('UPI');
});

test('the email about money sent back by hand calls a part a part', () => {
  const heading = (amount: number) =>
    email(order(event('1', 'manual_refund', { amount })), '1')?.heading;
  expect(heading(499)).toBe('We have sent part of your money back');
  expect(heading(998)).toBe('We have sent your money back');
});

test('who sent something back after a partial refund is promised only what may still be due', () => {
  const before: OrderUpdate = {
    ...order(event('1', 'receive_return')),
    payment_status: 'partially_refunded',
  };
  expect(email(before, '1')?.preview).toContain('If money is still due to you, we send it by UPI');
  const online: OrderUpdate = { ...before, payment_method: 'razorpay', payment_mode: 'live' };
  expect(email(online, '1')?.preview).toContain('If money is still due to you, it goes to');
});

test('of two returns at once one email is sent, and none of a return that was undone', () => {
  const [first, second] = [event('1', 'receive_return'), event('2', 'receive_return')];
  expect(email(order(first, second), '1')).toBeNull();
  expect(email(order(first, second), '2')).not.toBeNull();
  const undone = order(first, second, event('3', 'undo_return'));
  expect(email(undone, '1')).not.toBeNull();
  expect(email(undone, '2')).toBeNull();
});

test('once a refund is complete, no email says that its money is on the way', () => {
  const refunding = order(event('1', 'refund', { amount: 499 }));
  expect(email(refunding, '1')?.subject).toBe('Refund for order #AP-7KQ-M2X');
  expect(email({ ...refunding, refund_statuses: { '1': 'processed' } }, '1')).toBeNull();
  const cancelled = order(event('1', 'cancel', { refunded: 499 }));
  const text = JSON.stringify(email({ ...cancelled, refund_statuses: { '1': 'processed' } }, '1'));
  expect(text).toContain('is cancelled');
  expect(text).not.toContain('₹499.00');
});

describe('the email that can be sent again is', () => {
  const last = (of: OrderUpdate) =>
    lastEmail({ ...of, status: 'pending', customer_deleted: false });

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
    for (const of of [
      steps('hand_over!', 'return_to_origin'),
      { ...steps('refund!'), refund_statuses: { '1': 'failed' as const } },
    ])
      expect(last(of)).toMatch(/no longer true/);
    expect(lastEmail({ ...order(), status: 'cancelled', customer_deleted: false })).toMatch(
      /no longer true/,
    );
    expect(last({ ...order(), email: null })).toMatch(/was not kept/);
  });

  test('of a refund that is complete one that says so', () => {
    const refunded: OrderUpdate = {
      ...order({ ...event('1', 'refund', { amount: 499 }), mailed: true }),
      payment_method: 'razorpay',
      payment_mode: 'live',
      refund_statuses: { '1': 'processed' },
    };
    expect(last(refunded)).toMatchObject({ event: '1' });
    const again = updateAbout(refunded, '1', '');
    expect(again).toMatchObject({
      heading: 'Your refund is complete',
      preview: expect.stringContaining('₹499.00 has been refunded to the account you paid from'),
    });
    const test = updateAbout({ ...refunded, payment_mode: 'sandbox' }, '1', '');
    expect(test?.preview).toContain('No real payment was taken');
  });
});
