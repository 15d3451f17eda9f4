import * as z from 'zod/mini';
import type { EndpointTable } from '#contract/endpoint.ts';
import { asMade, digits, Rupees } from '#contract/fields.ts';
import { ListFile } from './cash.ts';
import { forRoles } from './staff-endpoint.ts';

const Prefix = digits(/^[1-9]\d{0,5}$/, 'One to six digits, the first of them not 0');

const Days = z.nullable(
  z.int('A whole number').check(z.minimum(0, 'At least 0'), z.maximum(60, 'At most 60')),
);

/** `AreaRule` of domain/delivery.ts. */
export const AreaRule = z
  .strictObject({
    prefix: Prefix,
    serves: z.nullable(z.boolean()),
    cash: z.nullable(z.boolean()),
    days_from: Days,
    days_to: z.nullable(
      z.int('A whole number').check(z.minimum(1, 'At least 1'), z.maximum(60, 'At most 60')),
    ),
    fee: z.nullable(Rupees.check(z.maximum(100_000, 'At most ₹1,00,000'))),
    free_from: z.nullable(
      Rupees.check(z.minimum(1, 'At least ₹1'), z.maximum(100_000, 'At most ₹1,00,000')),
    ),
  })
  .check(
    z.refine(({ days_from, days_to }) => (days_from ?? 0) <= (days_to ?? 60), {
      path: ['days_to'],
      error: 'Not before the first day',
    }),
  );
export type AreaRule = z.infer<typeof AreaRule>;

/** The rule for one prefix before and after a list is applied; null: none. */
const AreaChange = z.object({
  prefix: z.string(),
  before: z.nullable(AreaRule),
  after: z.nullable(AreaRule),
});
export type AreaChange = z.infer<typeof AreaChange>;

/** What a list would change. */
export const AreaPreview = z.object({
  /** A hash of the present rules; the request that applies the list must repeat it. */
  seen: z.string(),
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
  same: z.number(),
  /** The first 200 of what changes. */
  changes: z.array(AreaChange),
  /** The lines that cannot be read and are left out: how many, and the first 100. */
  faulty: z.number(),
  faults: z.array(z.object({ line: z.number(), why: z.string() })),
});
export type AreaPreview = z.infer<typeof AreaPreview>;

const list = z.strictObject({
  file: ListFile,
  /** Whether rules of which the list says nothing are removed. */
  complete: z.boolean(),
});

const owner = forRoles('owner');

export const adminDeliveryEndpoints = {
  'GET /admin/delivery/areas': owner({
    summary: 'The rules of delivery by PIN code, 20 a page; or those that concern some digits',
    query: z.object({ q: z.optional(Prefix), after: z.optional(asMade(/^\d{1,6}$/)) }),
    response: z.object({
      areas: z.array(AreaRule),
      total: z.number(),
      next: z.nullable(z.string()),
    }),
  }),
  'POST /admin/delivery/areas': owner({
    summary: 'Add or replace the rule for one prefix',
    body: AreaRule,
    response: AreaRule,
  }),
  'DELETE /admin/delivery/areas/{prefix}': owner({
    summary: 'Remove the rule for one prefix; none is no error',
    params: z.object({ prefix: Prefix }),
    errors: ['not_found'],
  }),
  'POST /admin/delivery/previews': owner({
    summary: 'What a courier’s list of PIN codes would change; nothing is changed',
    largeBody: true,
    body: list,
    response: AreaPreview,
  }),
  'POST /admin/delivery/lists': owner({
    summary: 'Apply a courier’s list of PIN codes, all of it or nothing',
    largeBody: true,
    body: z.extend(list, { seen: asMade(/^[0-9a-f]{32}$/) }),
    response: AreaPreview,
    errors: ['changed_meanwhile'],
  }),
} as const satisfies EndpointTable;
