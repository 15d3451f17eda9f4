import { expect, test } from 'vitest';
import { isFullyRefunded } from './refunded.ts';

const refund = (amount: number, status = 'processed') => ({ amount, status });

test('only what did not fail counts as given back', () => {
  const whole = (...refunds: ReturnType<typeof refund>[]) =>
    isFullyRefunded({ payment_method: 'razorpay', total_amount: 998, refunds });
  expect(whole(refund(499), refund(499, 'queued'))).toBe(true);
  expect(whole(refund(499), refund(499, 'failed'))).toBe(false);
  expect(whole()).toBe(false);
});
