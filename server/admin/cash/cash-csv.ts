import { CASH_AGES, type CourierCash } from '#contract/admin/cash.ts';
import { toCsv } from '#domain/csv.ts';
import { toPaise, toRupees } from '#domain/money.ts';

/** What each courier owes, a line for each age in which it owes something. */
export function cashCsv(couriers: readonly CourierCash[]): string {
  const owed = couriers.flatMap(({ name, ages }) =>
    ages.flatMap((age, n) =>
      age.orders > 0 ? [{ name, age: CASH_AGES[n]?.name ?? '', ...age }] : [],
    ),
  );
  return toCsv([
    ['Courier', 'Since delivery', 'Orders', 'Owed'],
    ...owed.map(({ name, age, orders, amount }) => [name, age, orders, amount]),
    [
      'Total',
      null,
      owed.reduce((sum, { orders }) => sum + orders, 0),
      toRupees(owed.reduce((sum, { amount }) => sum + toPaise(amount), 0)),
    ],
  ]);
}
