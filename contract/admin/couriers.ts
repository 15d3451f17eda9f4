import * as z from 'zod/mini';
import type { EndpointTable } from '#contract/endpoint.ts';
import { Id, optionalLine, requiredLine } from '#contract/fields.ts';
import { forRoles } from './staff-endpoint.ts';

/** `tracking_url` holds `{number}` where the tracking number goes; null when the courier has no such page. */
export const Courier = z.object({
  id: Id,
  name: z.string(),
  tracking_url: z.nullable(z.string()),
  /** Whether its parcels have tracking numbers. */
  numbered: z.boolean(),
  active: z.boolean(),
});
export type Courier = z.infer<typeof Courier>;

export const CourierForm = z.strictObject({
  name: requiredLine(60, 'The name is missing'),
  tracking_url: z.nullable(
    optionalLine(300).check(
      z.regex(
        /^https:\/\/[^\s"<>]+\{number\}[^\s"<>]*$/,
        'An https:// address with {number} in it',
      ),
    ),
  ),
  numbered: z.boolean(),
  active: z.boolean(),
});
export type CourierForm = z.infer<typeof CourierForm>;

const owner = forRoles('owner');
const parcels = forRoles('owner', 'packer');

export const courierEndpoints = {
  'GET /admin/couriers': parcels({
    summary: 'All couriers, those in use first',
    response: z.array(Courier),
  }),
  'POST /admin/couriers': owner({
    summary: 'Add a courier',
    body: CourierForm,
    status: 201,
    response: Courier,
  }),
  'PATCH /admin/couriers/{id}': owner({
    summary: 'Change a courier',
    params: z.object({ id: Id }),
    body: CourierForm,
    response: Courier,
    errors: ['not_found'],
  }),
} as const satisfies EndpointTable;
