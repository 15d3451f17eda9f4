import { PAYMENT_FILTER_NAMES } from '#app/admin/orders/list/order-filter.ts';
import { WAYS } from '#app/admin/orders/refunds/refund-facts.ts';
import { FIELD_NAMES } from '#app/admin/products/form/draft.ts';
import { REASON_NAMES } from '#app/admin/products/stock/stock-changes.ts';
import type { AuditEntry } from '#contract/admin/audit.ts';
import { ADDRESS_FIELD_NAMES } from '#domain/address.ts';
import { formatDateTime } from '#domain/day.ts';
import { FULFILMENT_NAMES } from '#domain/fulfilment.ts';
import { formatRupees } from '#domain/money.ts';
import { STAFF_ROLE_NAMES } from '#domain/staff.ts';
import { inWords, UUID } from './entry-texts.ts';

/** Fields that are not shown, because they mean nothing to people. */
const HIDDEN_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'version',
  'courier_id',
  'good',
  'refund',
]);

const FIELDS: Record<string, string> = {
  ...FIELD_NAMES,
  ...ADDRESS_FIELD_NAMES,
  fulfilment: 'Order',
  delta: 'Pieces',
  stock: 'For sale',
  sessions: 'Signed-in devices',
  factors: 'Second factors',
  restocked: 'Back into stock',
  refunded: 'Refunded',
  way: 'By',
  matched: 'Orders that match',
  different: 'Orders with another amount',
  starts_at: 'From',
  ends_at: 'Until',
};

const CASH: Record<string, string> = {
  due: 'Due',
  short: 'Short',
  disputed: 'Disputed',
  remitted: 'Settled',
  void: 'None',
};

/** Names of a field's values. */
const VALUES: Record<string, Record<string, string>> = {
  fulfilment: FULFILMENT_NAMES,
  role: STAFF_ROLE_NAMES,
  reason: REASON_NAMES,
  way: WAYS,
  cash: CASH,
  payment: PAYMENT_FILTER_NAMES,
};

const RUPEES: ReadonlySet<string> = new Set(['price', 'mrp', 'amount', 'refunded']);
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Longer texts are cut to this many characters. */
const MAX_LENGTH = 120;

type Fields = Record<string, unknown>;

/** An entry's changed fields as lines: 'Role: Packer → Owner'. An empty value is '–'. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): string[] {
  // Without `after`, something was removed, and `before` describes it. Otherwise `after` has all changed fields.
  return after === null ? linesOf(null, before ?? {}) : linesOf(before, after);
}

function linesOf(before: Fields | null, after: Fields): string[] {
  return Object.entries(after).flatMap(([name, to]) => {
    if (HIDDEN_FIELDS.has(name)) return [];
    const had = before !== null && name in before;
    return lineOf(name, had, before?.[name], to);
  });
}

function lineOf(name: string, had: boolean, from: unknown, to: unknown): string[] {
  if (JSON.stringify(from) === JSON.stringify(to)) return [];
  // A setting gets a line per field; a count of pieces by id becomes one number.
  if (isSetting(from) || isSetting(to)) {
    const [old, now] = [isSetting(from) ? from : null, isSetting(to) ? to : {}];
    const gone = Object.keys(old ?? {}).filter((field) => !(field in now));
    return linesOf(old, { ...now, ...Object.fromEntries(gone.map((field) => [field, null])) });
  }
  const [was, is] = [show(name, from), show(name, to)];
  const field = FIELDS[name] ?? inWords(name);
  if (had && was === is) return [`${field}: changed`];
  return had ? [`${field}: ${was} → ${is}`] : is === EMPTY ? [] : [`${field}: ${is}`];
}

const EMPTY = '–';

function show(name: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return EMPTY;
  if (Array.isArray(value)) return value.length === 0 ? EMPTY : String(value.length);
  if (isFields(value)) return isCounts(value) ? String(sum(value)) : 'changed';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (RUPEES.has(name) && Number.isFinite(Number(value))) return formatRupees(Number(value));
  const text = String(value);
  if (TIMESTAMP.test(text)) return formatDateTime(text);
  const word = VALUES[name]?.[text] ?? text;
  return word.length > MAX_LENGTH ? `${word.slice(0, MAX_LENGTH)}…` : word;
}

const isSetting = (value: unknown): value is Fields => isFields(value) && !isCounts(value);

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether these are pieces by the ids of an order's items. */
const isCounts = (value: Fields) =>
  Object.keys(value).length > 0 && Object.keys(value).every((key) => UUID.test(key));

const sum = (counts: Fields) =>
  Object.values(counts).reduce<number>((total, count) => total + Number(count), 0);
