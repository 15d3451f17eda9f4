import { checkoutEndpoints } from '#contract/checkout.ts';
import { AppError } from '#contract/errors.ts';
import { couponProblem } from '#domain/coupon.ts';
import { decideCash } from '#domain/decide-cash.ts';
import type { CheckoutTerms } from '#domain/decide-checkout.ts';
import { toRupees } from '#domain/money.ts';
import type { PaymentMode } from '#domain/order.ts';
import { NO_CHARGES } from '#domain/price-order.ts';
import type { Database } from '#server/database/database.ts';
import { requireRow } from '#server/database/require-row.ts';
import { describeDelivery } from '#server/delivery/routes.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import { countGuess } from './count-guess.ts';
import { findCoupon, findShoppersTerms } from './queries.ts';

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
      const asked = { ...NO_CHARGES, ...terms(), paysOnline: mode !== null };
      const { cashFee, onlinePercent, minTotal, maxTotal, firstMaxTotal } = asked;
      const delivery = describeDelivery(found.areas, asked);
      const facts = { ...found, total: null, area_takes_cash: delivery.cash };
      const cash = decideCash(facts, asked);
      return {
        mode,
        cash: {
          refused: cash.offered ? null : cash.refused,
          fee: toRupees(cashFee),
          min_total: minTotal ?? null,
          max_total: maxTotal ?? null,
          first_max_total: found.delivered === 0 ? (firstMaxTotal ?? null) : null,
        },
        online_percent: onlinePercent,
        delivery: describeDelivery(found.areas, terms()),
        own_code: found.own_code,
      };
    },

    'POST /checkout/code': async ({ shopper, body }) => {
      await countGuess(database, shopper);
      const [row] = await database.asShopper(shopper, findCoupon(shopper, body.code));
      const found = row?.found ?? null;
      const problem = couponProblem(found);
      if (!found || problem !== null)
        throw new AppError('code_refused', problem === null ? {} : { message: problem });
      const { code, kind, value, most, minimum, products, online_only } = found;
      const terms = { minimum, products: products && [...products], online_only };
      return { code, kind, value, most, ...terms };
    },
  });
}
