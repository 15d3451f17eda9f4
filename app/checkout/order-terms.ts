import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#app/shell/api/api.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import type { CartItem } from '#contract/cart.ts';
import type { Discount, OrderTerms } from '#contract/checkout.ts';
import { type CashDecision, decideCash } from '#domain/decide-cash.ts';
import { formatPaise, toPaise } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/order.ts';
import { chargeRows, type OrderPrice, priceOrder } from '#domain/price-order.ts';

const termsQuery = (pin: string | null) =>
  queryOptions({
    queryKey: ['checkout', 'terms', pin],
    queryFn: () => call('GET /checkout/terms', { query: pin === null ? {} : { pin } }),
  });

/**
 * How the shopper can pay, and what delivery to a PIN code and payment cost. While another PIN code is asked for, what
 * was said of the former one stays: the page must not jump, and the server takes no order at another total.
 */
export function useOrderTerms(pin: string | null) {
  return useQuery({ ...termsQuery(pin), placeholderData: keepPreviousData });
}

/** Reloads the terms, when the server has refused a total. */
export function readOrderTerms(pin: string | null): Promise<OrderTerms> {
  return queryClient.fetchQuery({ ...termsQuery(pin), staleTime: 0 });
}

/** Reloads the terms that are shown. */
export function refreshOrderTerms(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['checkout', 'terms'] });
}

/** What an order of these items costs under the terms. */
export function priceWith(
  { delivery, cash, online_percent }: OrderTerms,
  items: readonly CartItem[],
  method: PaymentMethod,
  discount: Discount | null,
): OrderPrice {
  return priceOrder(items, method, {
    shipping: {
      fee: toPaise(delivery.fee),
      freeFrom: delivery.free_from === null ? null : toPaise(delivery.free_from),
    },
    cashFee: toPaise(cash.fee),
    onlinePercent: online_percent,
    discount,
  });
}

/** Whether an order of these items can be paid in cash: what the server has decided, and what depends on the total. */
export function decideCashFor(
  terms: OrderTerms,
  items: readonly CartItem[],
  discount: Discount | null,
): CashDecision {
  const { refused, fee, min_total, max_total, first_max_total } = terms.cash;
  if (refused !== null) return { offered: false, refused };
  const total = priceWith(terms, items, 'cod', discount).total;
  return decideCash(
    { total, cash_blocked: false, open_orders: 0, delivered: 0, returned: 0 },
    {
      cashFee: toPaise(fee),
      minTotal: min_total,
      maxTotal: max_total,
      firstMaxTotal: first_max_total,
      paysOnline: terms.mode !== null,
    },
  );
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
