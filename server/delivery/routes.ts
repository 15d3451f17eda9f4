import { type Delivery, deliveryEndpoints } from '#contract/delivery.ts';
import type { CheckoutTerms } from '#domain/decide-checkout.ts';
import { type AreaRule, deliveryTo } from '#domain/delivery.ts';
import { toRupees } from '#domain/money.ts';
import { NO_CHARGES } from '#domain/price-order.ts';
import { expectedBy } from '#domain/shipping.ts';
import type { Database } from '#server/database/database.ts';
import { requireRow } from '#server/database/require-row.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import { findAreas } from './queries.ts';

export function deliveryRoutes(
  database: Database,
  terms: () => CheckoutTerms,
  authenticate: Authenticate,
) {
  return serveEndpoints(deliveryEndpoints, authenticate, {
    'GET /delivery/{pin}': async ({ params }) => {
      const { areas } = requireRow(await database.rows(findAreas(params.pin)), 'internal');
      return describeDelivery(areas, terms());
    },
  });
}

/** The API's representation of what these rules say of an order that is placed now. */
export function describeDelivery(areas: readonly AreaRule[], terms: CheckoutTerms): Delivery {
  const { shipping, days, serves, cash } = deliveryTo(areas, terms.shipping ?? NO_CHARGES.shipping);
  return {
    serves,
    cash,
    fee: toRupees(shipping.fee),
    free_from: shipping.freeFrom === null ? null : toRupees(shipping.freeFrom),
    expected_by: expectedBy(new Date().toISOString(), days.to, terms.calendar),
  };
}
