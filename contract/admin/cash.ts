import * as z from 'zod/mini';
import type { EndpointTable } from '#contract/endpoint.ts';
import {
  asMade,
  Id,
  optionalText,
  Rupees,
  requiredLine,
  requiredText,
  Timestamp,
  unchanged,
} from '#contract/fields.ts';
import { codeText } from '#domain/text.ts';
import { FulfilmentState, StaffEmail, Version } from './fields.ts';
import { MAX_BULK } from './order-actions.ts';
import { forRoles } from './staff-endpoint.ts';

/** How long ago cash was collected, in whole days; each age ends before the next one. */
export const CASH_AGES = [
  { name: '0–7 days', from: 0 },
  { name: '8–14 days', from: 8 },
  { name: '15–30 days', from: 15 },
  { name: 'Over 30 days', from: 31 },
] as const;

/** What a courier owes, and since when (`oldest`); amounts in rupees. */
export const CourierCash = z.object({
  courier: Id,
  name: z.string(),
  due: z.number(),
  amount: Rupees,
  oldest: z.nullable(Timestamp),
  overdue: z.number(),
  overdue_amount: Rupees,
  short: z.number(),
  disputed: z.number(),
  /** The orders for which something is owed, and how much, by `CASH_AGES`. */
  ages: z.array(z.object({ orders: z.number(), amount: z.number() })),
});
export type CourierCash = z.infer<typeof CourierCash>;

/** The posting of a courier's list, or its reversal. */
export const Remittance = z.object({
  id: Id,
  courier: z.string(),
  reference: z.string(),
  /** Negative: a reversal. */
  amount: z.number(),
  orders: z.number(),
  posted_at: Timestamp,
  staff: z.nullable(StaffEmail),
  reversal: z.boolean(),
  undone_at: z.nullable(Timestamp),
});
export type Remittance = z.infer<typeof Remittance>;

/** Where a page begins: a time in microseconds, and the id of an order or a posting. */
const CASH_CURSOR = /^\d{1,17}_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const OPEN_CASH = ['due', 'short', 'disputed'] as const;

/** The cash of one order that was not remitted in full, or was settled by hand. */
export const OpenCash = z.object({
  order_id: Id,
  order_number: z.string(),
  courier: z.nullable(z.string()),
  tracking_number: z.nullable(z.string()),
  amount: Rupees,
  remitted_amount: z.nullable(z.number()),
  state: z.enum([...OPEN_CASH, 'settled']),
  collected_at: Timestamp,
  overdue: z.boolean(),
  /** When, by whom and why it was settled by hand; null for others. */
  settled: z.nullable(
    z.object({ at: Timestamp, staff: z.nullable(StaffEmail), reason: z.nullable(z.string()) }),
  ),
});
export type OpenCash = z.infer<typeof OpenCash>;

/** The results of matching the lines of a courier's list with what it owes. Only the first two are posted. */
export const MATCH_RESULTS = [
  'matched',
  'different',
  'not_delivered',
  'unknown',
  'remitted',
] as const;
export type MatchResult = (typeof MATCH_RESULTS)[number];

/** Why a line is not posted. `amount`: its amount cannot be read; `settled`: the order was settled by hand before. */
const UNMATCHED_REASONS = [
  'amount',
  'twice',
  'no_parcel',
  'paid_online',
  'not_delivered',
  'settled',
] as const;
export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number];

export const RemittanceLine = z.object({
  /** Its line in the file. */
  line: z.number(),
  tracking_number: z.string(),
  amount: z.nullable(z.number()),
  /** What the list has for an amount. */
  written: z.string(),
  order_id: z.nullable(Id),
  order_number: z.nullable(z.string()),
  /** What is still owed for the order. */
  expected: z.nullable(z.number()),
  reason: z.nullable(z.enum(UNMATCHED_REASONS)),
  /** The order's state, where the reason is that it is not delivered. */
  fulfilment: z.nullable(FulfilmentState),
});
export type RemittanceLine = z.infer<typeof RemittanceLine>;

const MatchGroup = z.object({
  count: z.number(),
  amount: z.number(),
  /** The first 200. */
  lines: z.array(RemittanceLine),
});

export const RemittancePreview = z.object({
  /** The bank's reference in the file, if all lines have the same. */
  reference: z.nullable(z.string()),
  /** A hash of the matched and the different lines; the request that posts them must repeat it. */
  seen: z.string(),
  groups: z.record(z.enum(MATCH_RESULTS), MatchGroup),
  /**
   * The orders that are not posted only because they are still on their way: the courier has paid for them, so they can be
   * marked as delivered. The first ones, as many as one request may act on.
   */
  on_the_way: z.object({
    count: z.number(),
    orders: z.array(z.object({ id: Id, version: Version })).check(z.maxLength(MAX_BULK)),
  }),
});
export type RemittancePreview = z.infer<typeof RemittancePreview>;

/** The largest file in bytes; 10,000 lines of the longest lists have about one million. */
export const MAX_FILE_BYTES = 2_000_000;

/** The file's bytes in base64, in any text encoding that the courier uses. */
export const ListFile = z
  .string()
  .check(
    z.overwrite(unchanged),
    z.minLength(1, 'Choose a file, or paste its lines'),
    z.maxLength(Math.ceil(MAX_FILE_BYTES / 3) * 4, 'The file is larger than 2 MB'),
    z.regex(/^[A-Za-z0-9+/]*={0,2}$/, 'Not a file'),
  );

const list = z.strictObject({ courier: Id, file: ListFile });

const RemittanceForm = z.extend(list, {
  reference: requiredLine(100, 'Enter the reference of the transfer', codeText),
  /** `seen` of the preview: the server posts only the lines that were shown. */
  seen: asMade(/^[0-9a-f]{64}$/),
});

/**
 * A change of an order's cash by hand. To settle means that the missing amount came another way or is given up, so the
 * audit log needs a reason.
 */
const CashChange = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('settle'), note: requiredText(500, 'Say why') }),
  z.strictObject({ action: z.literal('dispute'), note: z.optional(optionalText(500)) }),
  z.strictObject({ action: z.literal('reopen'), note: z.optional(optionalText(500)) }),
]);
export type CashChange = z.infer<typeof CashChange>;

const money = forRoles('owner', 'accountant');

export const cashEndpoints = {
  'GET /admin/cash': money({
    summary: 'What each courier owes',
    response: z.object({ couriers: z.array(CourierCash) }),
  }),
  'GET /admin/cash/export': money({
    summary: 'What each courier owes, by age, as a CSV file',
    recentFactor: true,
    response: z.object({ filename: z.string(), csv: z.string() }),
  }),
  'GET /admin/cash/orders': money({
    summary:
      'Orders whose cash has not come in full, 50 a page, the oldest first; or those settled by hand, the last first',
    query: z.object({
      courier: z.optional(Id),
      state: z.optional(z.literal('settled')),
      /** `next` of the page before. */
      after: z.optional(asMade(CASH_CURSOR, 'Not a page')),
    }),
    response: z.object({ orders: z.array(OpenCash), next: z.nullable(z.string()) }),
  }),
  'GET /admin/cash/remittances': money({
    summary: 'Postings and reversals, 20 a page, the last first',
    query: z.object({
      /** `next` of the page before. */
      after: z.optional(asMade(CASH_CURSOR, 'Not a page')),
    }),
    response: z.object({ remittances: z.array(Remittance), next: z.nullable(z.string()) }),
  }),
  'POST /admin/cash/previews': money({
    summary: 'Match a courier’s list with what it owes; nothing is changed',
    largeBody: true,
    body: list,
    response: RemittancePreview,
  }),
  'POST /admin/cash/remittances': money({
    summary:
      'Post a courier’s list. The same list again posts only what has become due since; sent twice, it answers with the posting of the same orders, its sum included',
    largeBody: true,
    body: RemittanceForm,
    response: Remittance,
    errors: ['not_found', 'changed_meanwhile', 'reference_taken'],
  }),
  'POST /admin/cash/remittances/{id}/undo': money({
    summary: 'Take a posting back by posting its reversal',
    params: z.object({ id: Id }),
    response: Remittance,
    errors: ['not_found', 'changed_meanwhile'],
  }),
  'POST /admin/cash/orders/{id}': money({
    summary: 'Settle, dispute or reopen the cash of one order by hand',
    params: z.object({ id: Id }),
    body: CashChange,
    errors: ['order_not_found', 'changed_meanwhile'],
  }),
} as const satisfies EndpointTable;
