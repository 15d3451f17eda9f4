import { checkoutEndpoints } from '#contract/checkout.ts';
import { decideCash } from '#domain/decide-cash.ts';
import type { CheckoutTerms } from '#domain/decide-checkout.ts';
import { toRupees } from '#domain/money.ts';
import type { PaymentMode } from '#domain/order.ts';
import { NO_CHARGES } from '#domain/price-order.ts';
import type { Database } from '#server/database/database.ts';
import { requireRow } from '#server/database/require-row.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import { findCashFacts } from './queries.ts';

type CheckoutDependencies = {
  database: Database;
  /** Of the gateway's keys; null: cash only. */
  mode: PaymentMode | null;
  terms: () => CheckoutTerms;
};

export function checkoutRoutes(
  { database, mode, terms }: CheckoutDependencies,
  authenticate: Authenticate,
) {
  return serveEndpoints(checkoutEndpoints, authenticate, {
    'GET /checkout/terms': async ({ shopper }) => {
      const { facts } = requireRow(await database.asShopper(shopper, findCashFacts(shopper)));
      const asked = { ...NO_CHARGES, ...terms(), paysOnline: mode !== null };
      const { cashFee, onlinePercent, shipping, minTotal, maxTotal, firstMaxTotal } = asked;
      const cash = decideCash({ ...facts, total: null }, asked);
      const { fee, freeFrom } = shipping;
      return {
        mode,
        cash: {
          refused: cash.offered ? null : cash.refused,
          fee: toRupees(cashFee),
          min_total: minTotal ?? null,
          max_total: maxTotal ?? null,
          first_max_total: facts.delivered === 0 ? (firstMaxTotal ?? null) : null,
        },
        online_percent: onlinePercent,
        shipping: { fee: toRupees(fee), free_from: freeFrom === null ? null : toRupees(freeFrom) },
      };
    },
  });
}
