import { expect, test } from 'vitest';
import { SETTINGS } from '#contract/admin/settings.ts';
import { settingValue, typedSetting } from './setting-form.tsx';

const { identity, delivery, cash_limits, low_stock, order_email } = SETTINGS;
const NO_LIMITS = {
  ...{ min_total: null, max_total: null, first_max_total: null, open_orders: null },
  ...{ max_returned: null, confirm: false, fee: null, online_percent: null },
};
const EMPTY = { legal_name: null, address: null, phone: null, fssai: null };

test.each([
  [
    identity,
    { ...EMPTY, emails: ['a@b.in', 'c@d.in'], grievance_officer: { name: 'A', email: 'a@b.in' } },
  ],
  [
    identity,
    { ...EMPTY, emails: ['a@b.in'], address: ['1 Road', 'Pune'], grievance_officer: null },
  ],
  [delivery, { fee: 49.5, free_from: null, cut_off: 14, holidays: ['2026-11-08', '2026-11-09'] }],
  [cash_limits, { ...NO_LIMITS, max_total: 499.5, confirm: true }],
  [low_stock, 10],
  [order_email, null],
])('the fields of $title hold what was saved: %j', ({ fields }, value) => {
  expect(settingValue(fields, typedSetting(fields, value))).toEqual(value);
});

test('what is typed in part is sent for a message about the rest, and no number is none that counts', () => {
  const officer = settingValue(identity.fields, { 'grievance_officer.email': 'a@b.in' });
  expect(officer).toMatchObject({ grievance_officer: { name: '', email: 'a@b.in' } });
  expect(settingValue(cash_limits.fields, { max_total: '₹1,299', open_orders: 'two' })).toEqual({
    ...NO_LIMITS,
    max_total: 1299,
    open_orders: -1,
    fee: null,
    online_percent: null,
  });
});
