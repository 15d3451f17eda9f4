import { describe, expect, test } from 'vitest';
import type { OrderRefund, TimelineEvent } from '#contract/orders.ts';
import type { OrderStatus } from '#domain/order.ts';
import { cancellationText, statusText } from './order-texts.ts';
import { remainingSteps, stepText } from './timeline-texts.ts';

const LIVE = { payment_method: 'razorpay', payment_mode: 'live' } as const;

describe('what an order’s status means', () => {
  const words = (status: OrderStatus, ...kinds: string[]) =>
    statusText({ status, refunded: false, events: kinds.map((kind) => ({ kind })) });

  test('a parcel that is coming back is no longer on its way', () => {
    expect(words('shipped', 'placed', 'hand_over')).toContain('on its way to you');
    expect(words('shipped', 'placed', 'hand_over', 'return_to_origin')).toContain(
      'is bringing it back to us',
    );
  });

  test('a parcel that was coming back and is delivered after all has arrived', () => {
    const delivered = ['placed', 'hand_over', 'return_to_origin', 'deliver'];
    expect(words('delivered', ...delivered)).toBe('Your order has been delivered.');
    expect(words('delivered', ...delivered, 'receive_return', 'refund')).toBe(
      'Your order has been delivered.',
    );
  });

  test('a cancelled order says what became of its parcel', () => {
    const returning = ['placed', 'hand_over', 'return_to_origin'];
    expect(words('cancelled', ...returning, 'receive_back')).toContain('was returned to us');
    expect(words('cancelled', ...returning, 'lose', 'refund')).toContain('was lost on its way');
    expect(words('cancelled', 'placed', 'cancel')).toContain('Nothing will be sent');
  });
});

test('an order that was refunded whole before it was sent is not said to be on its way', () => {
  const words = (status: OrderStatus) => statusText({ status, refunded: true, events: [] });
  for (const status of ['pending', 'confirmed', 'processing'] as const) {
    expect(words(status), status).toBe(
      'All that you paid for this order is refunded. Nothing will be sent.',
    );
  }
  expect(words('shipped')).toContain('on its way to you');
  expect(words('cancelled')).toContain('was cancelled');
});

describe('before an order is cancelled', () => {
  const refund = (amount: number, status: OrderRefund['status'] = 'processed'): OrderRefund => ({
    id: crypto.randomUUID(),
    amount,
    status,
    created_at: '2026-05-04T06:00:00.000Z',
  });
  const words = (...refunds: OrderRefund[]) =>
    cancellationText({ ...LIVE, total_amount: 998, refunds });

  test('it is said how much comes back: all that was paid', () => {
    expect(words()).toContain('We return ₹998.00 to the account you paid from');
  });

  test('what was given back before does not come back again', () => {
    expect(words(refund(100.1), refund(99.9, 'queued'))).toContain('We return ₹798.00 to');
    expect(words(refund(100, 'failed'))).toContain('We return ₹998.00 to');
  });

  test('nothing is promised once everything was given back', () => {
    expect(words(refund(499), refund(499, 'pending'))).toBe('Nothing will be sent.');
  });
});

const step = (kind: string, more: Partial<TimelineEvent> = {}): TimelineEvent => ({
  kind,
  at: '2026-11-23T06:00:00Z',
  courier: null,
  tracking_number: null,
  tracking_url: null,
  reason: null,
  amount: null,
  refund_status: null,
  by_shopper: false,
  ...more,
});

test.each(['cancel', 'refund', 'lose', 'receive_back'])(
  '%s: a refund that failed is no longer promised',
  (kind) => {
    const text = (refund_status: TimelineEvent['refund_status']) =>
      stepText(step(kind, { amount: 998, refund_status }), 'live')?.text;
    for (const status of [null, 'queued', 'pending', 'processed'] as const) {
      expect(text(status), `${status}`).toContain('₹998.00 goes back to the account you paid from');
    }
    expect(text('failed')).toContain(
      'The refund of ₹998.00 was not possible so far; we are looking into it.',
    );
    expect(text('failed')).not.toContain('goes back');
  },
);

test('money that was sent back by hand is called a part when it is one, also without an amount', () => {
  const title = (more: Partial<TimelineEvent>) =>
    stepText(step('manual_refund', more), null)?.title;
  for (const amount of [499, null]) {
    expect(title({ amount, is_part: true })).toBe('We sent part of your money back');
    expect(title({ amount, is_part: false })).toBe('We sent your money back');
  }
});

test('who refused a parcel does not read that the courier will try again', () => {
  const text = (reason: string) => stepText(step('attempt_failed', { reason }), null)?.text;
  expect(text('nobody_home')).toBe('Nobody was there. The courier will try again.');
  expect(text('refused')).toBe(
    'The parcel was refused. It comes back to us unless you tell us that you want it.',
  );
});

test('an order that was refunded whole has no steps before it, unless its parcel has left', () => {
  const events = [step('placed'), step('confirm')];
  expect(remainingSteps(events, false)).toEqual(['Packed', 'On its way', 'Delivered']);
  expect(remainingSteps([...events, step('refund')], true)).toEqual([]);
  expect(remainingSteps([...events, step('hand_over'), step('refund')], true)).toEqual([
    'Delivered',
  ]);
});
