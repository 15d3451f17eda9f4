import { describe, expect, test } from 'vitest';
import type { OrderEvent } from '#contract/admin/order-views.ts';
import { isEmailSent, undoText } from './sent-email.ts';

const AT = Date.parse('2026-11-23T10:00:00Z');
const event = (kind: string, at = AT): OrderEvent => ({
  id: kind,
  kind,
  at: new Date(at).toISOString(),
  actor: 'staff',
  staff: null,
  data: {},
  shown_to_shopper: true,
});

describe('an undo is asked about once the email about the step has left', () => {
  const handedOver = { events: [event('placed', AT - 9e6), event('hand_over')] };

  test('a minute after the step, not before', () => {
    expect(isEmailSent(handedOver, 'take_back', AT + 59_000)).toBe(false);
    expect(isEmailSent(handedOver, 'take_back', AT + 61_000)).toBe(true);
  });

  test('by the last such step, where it was done twice', () => {
    const twice = [event('hand_over', AT - 9e6), event('take_back', AT - 8e6), event('hand_over')];
    expect(isEmailSent({ events: twice }, 'take_back', AT + 1000)).toBe(false);
  });

  test('not where no email was sent', () => {
    const packed = { events: [event('pack')] };
    expect(isEmailSent(packed, 'unpack', AT + 9e6)).toBe(false);
  });
});

test('the question says what the shopper was told, and what becomes of the cash', () => {
  const told = undoText({ payment_method: 'cod' }, 'undeliver');
  expect(told).toContain('that the parcel was delivered');
  expect(told).toContain('cash is no longer expected');
  expect(undoText({ payment_method: 'razorpay' }, 'undeliver')).not.toContain('cash');
});
