import { checkoutEndpoints } from '#contract/checkout.ts';
import type { CheckoutTerms } from '#domain/decide-checkout.ts';
import { toRupees } from '#domain/money.ts';
import type { PaymentMode } from '#domain/order.ts';
import { NO_CHARGES } from '#domain/price-order.ts';
import type { Database } from '#server/database/database.ts';
import { requireRow } from '#server/database/require-row.ts';
import { describeDelivery } from '#server/delivery/routes.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import { findShoppersTerms } from './queries.ts';

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
    'GET /checkout/terms': async ({ shopper, query }) => {
      const found = requireRow(
        await database.asShopper(shopper, findShoppersTerms(shopper, query.pin)),
        'internal',
      );
      const { cashFee, onlinePercent } = { ...NO_CHARGES, ...terms() };
      return {
        mode,
        cash_refused: found.cash_refused,
        cash_fee: toRupees(cashFee),
        online_percent: onlinePercent,
        delivery: describeDelivery(found.areas, terms()),
      };
    },
  });
}
