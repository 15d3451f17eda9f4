import * as z from 'zod/mini';
import type { EndpointTable } from '#contract/endpoint.ts';
import { asMade, Id, optionalLine, Timestamp } from '#contract/fields.ts';
import { STAFF_ROLES } from '#domain/staff.ts';
import { Day } from './fields.ts';
import { forRoles } from './staff-endpoint.ts';

export const AuditEntry = z.object({
  id: z.string(),
  at: Timestamp,
  /** Email; null for commands on the server and the system. */
  staff: z.nullable(z.string()),
  verb: z.string(),
  subject_type: z.string(),
  subject_id: z.string(),
  /** What people call it: an order's number, a product's name; null for others. */
  subject_name: z.nullable(z.string()),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  reason: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditQuery = z.object({
  staff: z.optional(Id),
  verb: z.optional(optionalLine(40)),
  subject_type: z.optional(optionalLine(40)),
  subject_id: z.optional(optionalLine(100)),
  from: z.optional(Day),
  to: z.optional(Day),
  /** `next` of the page before. */
  after: z.optional(asMade(/^\d{1,18}$/)),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

const anyRole = forRoles(...STAFF_ROLES);

export const auditEndpoints = {
  'GET /admin/audit': anyRole({
    summary: 'Who changed what, newest first, 100 a page; packers see their own changes',
    query: AuditQuery,
    response: z.object({ entries: z.array(AuditEntry), next: z.nullable(z.string()) }),
  }),
} as const satisfies EndpointTable;
