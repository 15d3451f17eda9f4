import { expect, test } from 'vitest';
import { type Fulfilment, fulfilmentName } from './fulfilment.ts';

test('an order that is paid with test money is not called one to pack', () => {
  const named = (payment_mode: 'live' | 'test' | 'sandbox' | null, fulfilment: Fulfilment) =>
    fulfilmentName({ payment_mode, fulfilment });
  expect(named('sandbox', 'confirmed')).toBe('Test payment');
  expect(named('test', 'confirmed')).toBe('Test payment');
  expect(named('test', 'cancelled')).toBe('Cancelled');
  expect(named('live', 'confirmed')).toBe('To pack');
  expect(named(null, 'confirmed')).toBe('To pack');
});
