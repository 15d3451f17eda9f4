import * as z from 'zod/mini';
import { CouponCode } from '#contract/checkout.ts';
import type { EndpointTable } from '#contract/endpoint.ts';
import { ProductId, Rupees } from '#contract/fields.ts';
import { Day } from './fields.ts';
import { forRoles } from './staff-endpoint.ts';

/** Null: none. */
const Amount = z.nullable(
  Rupees.check(z.minimum(1, 'At least ₹1'), z.maximum(1_000_000, 'At most ₹10,00,000')),
);

const Times = z.nullable(
  z.int('A whole number').check(z.minimum(1, 'At least 1'), z.maximum(1_000_000, 'Too many')),
);

const terms = {
  code: CouponCode,
  kind: z.enum(['percent', 'amount']),
  /** Percent of the goods, or rupees. */
  value: z.number('Enter how much it takes off').check(z.maximum(1_000_000, 'Too much')),
  /** The most that a percentage takes off, in rupees; null: no limit. */
  most: Amount,
  /** What the goods have to cost, in rupees; null: nothing. */
  minimum: Amount,
  /** Those that it is for; null: all. */
  products: z.nullable(
    z.array(ProductId).check(z.minLength(1, 'Choose a product'), z.maxLength(200)),
  ),
  /** The first and the last day in India; null: from now on, and without an end. */
  starts: z.nullable(Day),
  until: z.nullable(Day),
  max_uses: Times,
  max_uses_each: Times,
  first_order: z.boolean(),
  online_only: z.boolean(),
};

/** A new discount code. It is never changed later, because orders may have used it: only paused and ended. */
export const CouponForm = z
  .strictObject(terms)
  .check(
    z.refine(
      ({ kind, value }) =>
        value >= 1 &&
        value <= (kind === 'percent' ? 100 : 1_000_000) &&
        (kind === 'percent' ? Number.isInteger(value) : Rupees.safeParse(value).success),
      { path: ['value'], error: 'A whole percentage from 1 to 100, or rupees from 1 on' },
    ),
  );
export type CouponForm = z.infer<typeof CouponForm>;

/** A discount code with the orders that were placed with it and not cancelled, and what it took off them in rupees. */
export const AdminCoupon = z.object({
  ...terms,
  state: z.enum(['open', 'planned', 'paused', 'used_up', 'over', 'ended']),
  uses: z.number(),
  discount: Rupees,
});
export type AdminCoupon = z.infer<typeof AdminCoupon>;

export const CouponChange = z.strictObject({ action: z.enum(['pause', 'resume', 'end']) });
export type CouponChange = z.infer<typeof CouponChange>;

const owner = forRoles('owner');
const money = forRoles('owner', 'accountant');

export const couponEndpoints = {
  'GET /admin/coupons': money({
    summary: 'The newest 200 discount codes, and the sum of the personal ones of the newsletter',
    response: z.object({
      coupons: z.array(AdminCoupon),
      newsletter: z.object({ given: z.number(), uses: z.number(), discount: Rupees }),
    }),
  }),
  'POST /admin/coupons': owner({
    summary: 'Create a discount code',
    body: CouponForm,
    status: 201,
    response: AdminCoupon,
  }),
  'PATCH /admin/coupons/{code}': owner({
    summary: 'Pause, resume or end a discount code; an ended one stays so',
    params: z.object({ code: CouponCode }),
    body: CouponChange,
    response: AdminCoupon,
    errors: ['not_found', 'changed_meanwhile'],
  }),
} as const satisfies EndpointTable;
