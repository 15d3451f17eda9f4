import { describe, expect, test } from 'vitest';
import type { OrderRefund, TimelineEvent } from '#contract/orders.ts';
import type { OrderStatus } from '#domain/order.ts';
import { timelineEvent } from '#test/component/shopper-data.ts';
import { cancellationText, remainingSteps, statusText, stepText } from './order-texts.ts';

const LIVE = { payment_method: 'razorpay', payment_mode: 'live' } as const;

const RETURNING = ['placed', 'hand_over', 'return_to_origin'];
const ARRIVED = [...RETURNING, 'deliver'];
const REFUNDED = 'All that you paid for this order is refunded. Nothing will be sent.';

test.each<[OrderStatus, string[] | null, string]>([
  ['shipped', ['placed', 'hand_over'], 'on its way to you'],
  ['shipped', RETURNING, 'is bringing it back to us'],
  ['delivered', ARRIVED, 'Your order has been delivered.'],
  ['delivered', [...ARRIVED, 'receive_return', 'refund'], 'Your order has been delivered.'],
  ['cancelled', [...RETURNING, 'receive_back'], 'was returned to us'],
  ['cancelled', [...RETURNING, 'lose', 'refund'], 'was lost on its way'],
  ['cancelled', ['placed', 'cancel'], 'Nothing will be sent'],
  // Refunded whole.
  ['pending', null, REFUNDED],
  ['confirmed', null, REFUNDED],
  ['processing', null, REFUNDED],
  ['shipped', null, 'on its way to you'],
  ['cancelled', null, 'was cancelled'],
])('an order that is %s after %j: %s', (status, kinds, words) => {
  const events = (kinds ?? []).map((kind) => ({ kind }));
  expect(statusText({ status, refunded: !kinds, events })).toContain(words);
});

describe('before an order is cancelled', () => {
  const refund = (amount: number, status: OrderRefund['status'] = 'processed'): OrderRefund => ({
    id: crypto.randomUUID(),
    amount,
    status,
    created_at: '2026-05-04T06:00:00.000Z',
  });

  test.each([
    ['all that was paid', [], /We return ₹998\.00 to the account you paid from/],
    ['not what was given back', [refund(100.1), refund(99.9, 'queued')], /We return ₹798\.00 to/],
    ['what could not be given back', [refund(100, 'failed')], /We return ₹998\.00 to/],
    ['nothing more', [refund(499), refund(499, 'pending')], /^Nothing will be sent\.$/],
  ])('it is said that %s comes back', (_, refunds, words) => {
    expect(cancellationText({ ...LIVE, total_amount: 998, refunds })).toMatch(words);
  });
});

test.each(['cancel', 'refund', 'lose', 'receive_back'])(
  '%s: a refund that failed is no longer promised',
  (kind) => {
    const text = (refund_status: TimelineEvent['refund_status']) =>
      stepText(timelineEvent(kind, { amount: 998, refund_status }), 'live')?.text;
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
    stepText(timelineEvent('manual_refund', more), null)?.title;
  for (const amount of [499, null]) {
    expect(title({ amount, is_part: true })).toBe('We sent part of your money back');
    expect(title({ amount, is_part: false })).toBe('We sent your money back');
  }
});

test('who refused a parcel does not read that the courier will try again', () => {
  const text = (reason: string) =>
    stepText(timelineEvent('attempt_failed', { reason }), null)?.text;
  expect(text('nobody_home')).toBe('Nobody was there. The courier will try again.');
  expect(text('refused')).toBe(
    'The parcel was refused. It comes back to us unless you tell us that you want it.',
  );
});

test('an order that was refunded whole has no steps before it, unless its parcel has left', () => {
  const events = [timelineEvent('placed'), timelineEvent('confirm')];
  expect(remainingSteps(events, false)).toEqual(['Packed', 'On its way', 'Delivered']);
  expect(remainingSteps([...events, timelineEvent('refund')], true)).toEqual([]);
  expect(
    remainingSteps([...events, timelineEvent('hand_over'), timelineEvent('refund')], true),
  ).toEqual(['Delivered']);
});
