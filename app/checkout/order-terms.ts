import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#app/shell/api/api.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import type { CartItem } from '#contract/cart.ts';
import type { Discount, OrderTerms } from '#contract/checkout.ts';
import { formatPaise, toPaise } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/order.ts';
import { chargeRows, type OrderPrice, priceOrder } from '#domain/price-order.ts';

const termsQuery = queryOptions({
  queryKey: ['checkout', 'terms'],
  queryFn: () => call('GET /checkout/terms'),
});

/** How the shopper can pay, and what delivery and payment cost. */
export function useOrderTerms() {
  return useQuery(termsQuery);
}

/** Reloads the terms, when the server has refused a total. */
export function readOrderTerms(): Promise<OrderTerms> {
  return queryClient.fetchQuery({ ...termsQuery, staleTime: 0 });
}

/** What an order of these items costs under the terms. */
export function priceWith(
  { shipping, cash_fee, online_percent }: OrderTerms,
  items: readonly CartItem[],
  method: PaymentMethod,
  discount: Discount | null,
): OrderPrice {
  return priceOrder(items, method, {
    shipping: {
      fee: toPaise(shipping.fee),
      freeFrom: shipping.free_from === null ? null : toPaise(shipping.free_from),
    },
    cashFee: toPaise(cash_fee),
    onlinePercent: online_percent,
    discount,
  });
}

/** Which fees and discounts differ, in words; null if none does. */
export function describeNewCharges(shown: OrderPrice, now: OrderPrice): string | null {
  const former = new Map(chargeRows(shown).map(({ name, amount }) => [name, amount]));
  const rows = chargeRows(now);
  const changed = rows
    .filter(({ name, amount }) => amount !== (former.get(name) ?? 0))
    .map(({ name, amount }) => `${name}: now ${formatPaise(amount)}.`);
  const gone = [...former.keys()]
    .filter((name) => !rows.some((row) => row.name === name))
    .map((name) => `${name}: no more.`);
  const all = [...changed, ...gone];
  return all.length > 0 ? `${all.join(' ')} Please check the total and order again.` : null;
}
