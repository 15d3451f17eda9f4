import * as z from 'zod/mini';
import type { EndpointTable } from '#contract/endpoint.ts';
import { DAY_MS } from '#domain/day.ts';
import { Day } from './fields.ts';
import { forRoles } from './staff-endpoint.ts';

/** What a report's column holds; rates are shares from 0 to 1, null of nothing. */
export type ColumnKind = 'day' | 'text' | 'method' | 'count' | 'rupees' | 'rate';
type Column = {
  key: string;
  name: string;
  kind: ColumnKind;
  /** Of a rate: its column, and that of the rest; together they are the whole. */
  share?: readonly [part: string, rest: string];
  /** Its rows count the same thing more than once, so it has no sum. */
  overlaps?: true;
};

const day: Column = { key: 'day', name: 'Day', kind: 'day' };
const orders: Column = { key: 'orders', name: 'Orders', kind: 'count' };
const amount: Column = { key: 'amount', name: 'Sales', kind: 'rupees' };

export const REPORT_NAMES = ['sales', 'products', 'payments', 'couriers', 'refunds'] as const;
export type ReportName = (typeof REPORT_NAMES)[number];

/** The reports as data: their columns in order, the column that the chart shows, and what is counted. */
export const REPORTS: Record<
  ReportName,
  { name: string; chartColumn: string; description: string; columns: readonly Column[] }
> = {
  sales: {
    name: 'Sales by day',
    chartColumn: 'amount',
    description:
      'Orders by the day on which they were placed. Cancelled, lost and returned ones are not sales.',
    columns: [day, orders, amount, { key: 'cancelled', name: 'Cancelled', kind: 'count' }],
  },
  products: {
    name: 'Sales by product',
    chartColumn: 'amount',
    description: 'What was sold, by the name it had then.',
    columns: [
      { key: 'product', name: 'Product', kind: 'text' },
      { ...orders, overlaps: true },
      { key: 'pieces', name: 'Pieces', kind: 'count' },
      amount,
    ],
  },
  payments: {
    name: 'Payment methods',
    chartColumn: 'amount',
    description: 'Sales by the way of paying.',
    columns: [{ key: 'method', name: 'Paid by', kind: 'method' }, orders, amount],
  },
  couriers: {
    name: 'Couriers',
    chartColumn: 'rate',
    description:
      'What became of each courier’s parcels, by the day of the order. The RTO rate is the share that came back, of all that were delivered or came back.',
    columns: [
      { key: 'courier', name: 'Courier', kind: 'text' },
      { key: 'delivered', name: 'Delivered', kind: 'count' },
      { key: 'returned', name: 'Returned', kind: 'count' },
      { key: 'lost', name: 'Lost', kind: 'count' },
      { key: 'rate', name: 'RTO rate', kind: 'rate', share: ['returned', 'delivered'] },
    ],
  },
  refunds: {
    name: 'Refunds',
    chartColumn: 'amount',
    description:
      'Refunds, by the day of the refund; those that failed are not counted. Those of cancelled orders are among them: Sales leaves such orders out already.',
    columns: [
      day,
      { key: 'online', name: 'Online', kind: 'count' },
      { key: 'online_amount', name: 'Online, amount', kind: 'rupees' },
      { key: 'by_hand', name: 'By hand', kind: 'count' },
      { key: 'by_hand_amount', name: 'By hand, amount', kind: 'rupees' },
      { key: 'amount', name: 'Refunded', kind: 'rupees' },
    ],
  },
};

/** Three years: what a comparison with the years before needs. */
const MAX_REPORT_DAYS = 1_100;

/** Days in India, both included. */
export const ReportRange = z.object({ from: Day, to: Day }).check(
  z.refine(({ from, to }) => Date.parse(from) <= Date.parse(to), {
    error: 'The first day is after the last',
    path: ['from'],
  }),
  z.refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MAX_REPORT_DAYS * DAY_MS, {
    error: 'At most three years at once',
    path: ['from'],
  }),
);
export type ReportRange = z.infer<typeof ReportRange>;

const Cell = z.nullable(z.union([z.string(), z.number()]));

/** A row's cells are in the order of the report's columns; `totals` is the row below, null where there is no sum. */
export const Report = z.object({ rows: z.array(z.array(Cell)), totals: z.array(Cell) });
export type Report = z.infer<typeof Report>;

const params = z.object({ name: z.enum(REPORT_NAMES) });

const money = forRoles('owner', 'accountant');

export const reportEndpoints = {
  'GET /admin/reports/{name}': money({
    summary: 'A report over some days',
    params,
    query: ReportRange,
    response: Report,
    errors: ['not_found'],
  }),
  'GET /admin/reports/{name}/export': money({
    summary: 'The same as a CSV file',
    recentFactor: true,
    params,
    query: ReportRange,
    response: z.object({ filename: z.string(), csv: z.string() }),
    errors: ['not_found'],
  }),
} as const satisfies EndpointTable;
