import { expect, test } from 'vitest';
import type { TimelineEvent } from '#contract/orders.ts';
import { remainingSteps, stepText } from './timeline-texts.ts';

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
