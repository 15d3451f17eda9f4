import type { Fulfilment } from './fulfilment.ts';
import { formatRupees, toPaise } from './money.ts';

/** A first order in cash from this sum on is worth a call, in paise: two of the shop's larger packs and more. */
const LARGE_FIRST_ORDER = toPaise(2_000);

type CashOrder = {
  fulfilment: Fulfilment;
  /** Rupees; null for an order that is paid. */
  to_collect: number | null;
  /** The customer's orders, `cancelled` with those that came or are coming back; null for roles that do not see them. */
  customer: { delivered: number; cancelled: number } | null;
};

/**
 * Why a parcel may come back unpaid, in words for whoever confirms it or hands it over; null where nothing speaks for
 * it, or it is on its way already. The shop then has paid the courier twice.
 */
export function cashRisk({ fulfilment, to_collect, customer }: CashOrder): string | null {
  const leaves = fulfilment === 'pending' || fulfilment === 'confirmed' || fulfilment === 'packed';
  if (!leaves || to_collect === null || customer === null) return null;
  const { delivered, cancelled } = customer;
  const isLarge = delivered === 0 && toPaise(to_collect) >= LARGE_FIRST_ORDER;
  if (cancelled <= delivered && !isLarge) return null;
  const facts = [
    `${formatRupees(to_collect)} to collect`,
    fulfilment === 'pending' && 'not confirmed yet',
    cancelled > 0
      ? `this customer’s orders so far: ${delivered} delivered, ${cancelled} cancelled or returned`
      : 'nothing was delivered to this customer before',
  ].filter((fact) => fact !== false);
  return `${facts.join('; ')}. Call before it leaves.`;
}
