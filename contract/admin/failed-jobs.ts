import * as z from 'zod/mini';
import type { EndpointTable } from '#contract/endpoint.ts';
import { Id, Timestamp } from '#contract/fields.ts';
import { forRoles } from './staff-endpoint.ts';

/** A dead letter: an email that was not sent, or a job about a payment that failed. */
export const FailedJob = z.object({
  id: Id,
  kind: z.enum(['mail', 'payment']),
  /** What was to be sent or done: 'Order update'. */
  name: z.string(),
  /** When it became a dead letter. */
  at: Timestamp,
  /** What the mail server or the shop said, without personal data; null where nothing was kept. */
  reason: z.nullable(z.string()),
  order_id: z.nullable(Id),
  order_number: z.nullable(z.string()),
  /** Null for emails to the shop itself, and for those of accounts, whose addresses are encrypted. */
  recipient: z.nullable(z.string()),
  /** Whether it is about to be tried again. */
  retrying: z.boolean(),
});
export type FailedJob = z.infer<typeof FailedJob>;

/** How many of each kind are listed. */
export const MAX_FAILED_JOBS_OF_A_KIND = 100;

const Chosen = z.strictObject({
  ids: z.array(Id).check(z.minLength(1), z.maxLength(2 * MAX_FAILED_JOBS_OF_A_KIND)),
});

const owner = forRoles('owner');

export const failedJobEndpoints = {
  'GET /admin/failed-jobs': owner({
    summary: `Work on payments that was given up and emails that were not sent, the newest ${MAX_FAILED_JOBS_OF_A_KIND} of each`,
    response: z.array(FailedJob),
  }),
  'POST /admin/failed-jobs/retries': owner({
    summary: 'Try some of them again, each once however often this is sent; answers with the list',
    body: Chosen,
    response: z.array(FailedJob),
  }),
  'POST /admin/failed-jobs/dismissals': owner({
    summary: 'Give some of them up for good; answers with the list',
    body: Chosen,
    response: z.array(FailedJob),
  }),
} as const satisfies EndpointTable;
