import * as z from 'zod/mini';
import { PIN } from '#domain/delivery.ts';
import type { EndpointTable } from './endpoint.ts';
import { digits, Rupees } from './fields.ts';

/** The six digits of a PIN code; people type them in groups. */
export const Pin = digits(PIN, 'The six digits of a PIN code');

/** How an order that is placed now is delivered to one PIN code. */
export const Delivery = z.object({
  serves: z.boolean(),
  /** Whether it can be paid in cash on delivery. */
  cash: z.boolean(),
  fee: Rupees,
  /** From which sum of the goods on delivery is free; null: never. */
  free_from: z.nullable(Rupees),
  /** The day by which it should be there, 'YYYY-MM-DD'. */
  expected_by: z.string(),
});
export type Delivery = z.infer<typeof Delivery>;

export const deliveryEndpoints = {
  'GET /delivery/{pin}': {
    summary: 'Whether, when and for how much the shop delivers to a PIN code',
    access: 'anyone',
    params: z.object({ pin: Pin }),
    status: 200,
    response: Delivery,
    errors: ['not_found'],
    cacheSeconds: 60,
  },
} as const satisfies EndpointTable;
