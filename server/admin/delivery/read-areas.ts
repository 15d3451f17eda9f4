import { setImmediate } from 'node:timers/promises';
import { cellText } from '#domain/csv.ts';
import type { AreaRule } from '#domain/delivery.ts';
import { plainName, readAmount } from '#server/admin/cash/columns.ts';
import {
  count,
  decodeFile,
  firstRows,
  MAX_HEADER_ROW,
  parseCsv,
  unreadable,
} from '#server/admin/cash/parse-csv.ts';

/** A line that cannot be read, and the prefix if that can. */
type FaultyLine = { line: number; why: string; prefix: string | null };

export type AreaList = { rules: AreaRule[]; faults: FaultyLine[] };

/** All PIN codes of India are some 19,000. */
const MAX_LINES = 30_000;

/** Between them other requests are served. */
const LINES_AT_ONCE = 500;

/**
 * Reads a courier's list of the PIN codes that it serves, as a file or as pasted lines. A PIN code that is listed without
 * a column that says so is served. The first of two lines about the same PIN code counts; another one with other values is
 * faulty.
 *
 * @throws AppError invalid_input if the file is no such list, or too long.
 */
export async function readAreas(bytes: Uint8Array): Promise<AreaList> {
  const text = await decodeFile(bytes);
  const { separator, header, columns } = await layoutOf(text);
  const rules = new Map<string, AreaRule>();
  const faults: FaultyLine[] = [];
  const records = (await parseCsv(text, separator, MAX_LINES)).slice(header + 1);
  for (const [index, { row, line }] of records.entries()) {
    if (index % LINES_AT_ONCE === 0) await setImmediate();
    if (row.every((cell) => cell === '')) continue;
    const rule = readLine(row, columns);
    const known = 'why' in rule ? undefined : rules.get(rule.prefix);
    if ('why' in rule) faults.push({ line, ...rule });
    else if (!known) rules.set(rule.prefix, rule);
    else if (JSON.stringify(known) !== JSON.stringify(rule))
      faults.push({ line, prefix: rule.prefix, why: `${rule.prefix} is listed twice` });
  }
  if (rules.size === 0 && faults.length === 0) throw unreadable('There are no lines.');
  return { rules: [...rules.values()], faults };
}

const COLUMNS = [
  'prefix',
  'serves',
  'cash',
  'days',
  'fee',
  'days_from',
  'days_to',
  'free_from',
] as const;
type Column = (typeof COLUMNS)[number];

/** The place of each column in a row. */
type Columns = Partial<Record<Column, number>>;

/**
 * The names of columns without case, spaces and signs, the best first: those of the lists of Delhivery, Blue Dart, DTDC,
 * Ekart, XpressBees and Shiprocket, and plain words.
 */
const NAMES: Record<Column, readonly RegExp[]> = {
  prefix: [
    /^(dest(ination)?|delivery|drop|to|customer)?(pin(code)?s?|zip(code)?|postal(code)?)(no|number|prefix)?$/,
    /^prefix$/,
  ],
  serves: [
    /^(is)?(serv(ice)?(able|ability|s|d)?|serviceable|serviceability|deliver(y|s|able)?)(available|allowed|status|yn)?$/,
    /^(is)?prepaid(delivery|available|allowed|serviceable|yn)?$/,
    /^(active|status)$/,
  ],
  cash: [
    /^(is)?(cod|cashondelivery)(delivery|available|allowed|serviceable|serviceability|service|flag|yn)?$/,
    /^cash$/,
  ],
  days: [/^(days|(delivery|transit)(days|time|tat)|tat|edd|sla|(tat|sla)(in)?days)$/],
  days_from: [/^(days?from|min(imum)?(days|tat))$/],
  days_to: [/^(days?to|max(imum)?(days|tat))$/],
  fee: [/^((delivery|shipping)?(fee|charges?|rate|price)|freight)$/],
  free_from: [/^free(shipping|delivery)?(from|above|over)$/],
};

/** Without names: PIN code, serves, cash, days, fee. */
const PLAIN: Columns = { prefix: 0, serves: 1, cash: 2, days: 3, fee: 4 };

type Layout = { separator: string; header: number; columns: Columns };

/** @throws AppError invalid_input if no row names a column of PIN codes and not every row begins with one. */
async function layoutOf(text: string): Promise<Layout> {
  const beginning = text.slice(0, 5_000);
  const separators = [';', '\t', '|', ','].sort(
    (one, other) => count(beginning, other) - count(beginning, one),
  );
  let plain: Layout | undefined;
  for (const separator of separators) {
    const rows = await firstRows(text, separator);
    for (const [header, row] of rows.slice(0, MAX_HEADER_ROW).entries()) {
      const columns = findColumns(row);
      if (columns) return { separator, header, columns };
    }
    if (rows.length > 0 && rows.every(([first = '']) => prefixOf(first)))
      plain ??= { separator, header: -1, columns: PLAIN };
  }
  if (plain) return plain;
  throw unreadable(
    'There must be a column named like PIN or Pincode. Further ones may be named Serviceable, COD, Days and Fee.',
  );
}

function findColumns(row: readonly string[]): Columns | null {
  const names = row.slice(0, 100).map(plainName);
  const placeOf = (column: Column) => {
    const places = NAMES[column].map((pattern) => names.findIndex((name) => pattern.test(name)));
    return places.find((place) => place >= 0);
  };
  const columns: Columns = {};
  for (const column of COLUMNS) {
    const place = placeOf(column);
    if (place !== undefined) columns[column] = place;
  }
  return columns.prefix === undefined ? null : columns;
}

type Fault = Omit<FaultyLine, 'line'>;

function readLine(row: readonly string[], columns: Columns): AreaRule | Fault {
  const cell = (column: Column) => {
    const place = columns[column];
    return place === undefined ? null : cleaned(row[place] ?? '');
  };
  const written = cell('prefix') ?? '';
  const prefix = prefixOf(written);
  if (!prefix) return { prefix, why: `“${written.slice(0, 20)}” is no PIN code` };
  const serves = columns.serves === undefined ? true : readYesNo(cell('serves') ?? '');
  const cash = columns.cash === undefined ? null : readYesNo(cell('cash') ?? '');
  if (serves === undefined) return { prefix, why: `${prefix}: whether it is served is no Y or N` };
  if (cash === undefined && serves) return { prefix, why: `${prefix}: cash is no Y or N` };
  const days = readDays(cell('days') ?? '');
  const from = readDays(cell('days_from') ?? '')?.from;
  const to = readDays(cell('days_to') ?? '')?.to;
  const days_from = from ?? days?.from;
  const days_to = to ?? days?.to;
  if (days_from === undefined || days_to === undefined || (days_from ?? 0) > (days_to ?? 60))
    return { prefix, why: `${prefix}: the days cannot be read` };
  const fee = readFee(cell('fee') ?? '');
  const free_from = readFee(cell('free_from') ?? '');
  if (fee === undefined || free_from === undefined || free_from === 0)
    return { prefix, why: `${prefix}: the fee cannot be read` };
  return { prefix, serves, cash: cash ?? null, days_from, days_to, fee, free_from };
}

/** Cells that were read before: lists repeat themselves, and a cell of unknown text takes a hundredth of a millisecond. */
const cells = new Map<string, string>();

function cleaned(written: string): string {
  if (/^[\w.-]*$/.test(written)) return written;
  const known = cells.get(written) ?? cellText(written);
  if (cells.size < 1_000) cells.set(written, known);
  return known;
}

/** The digits of a PIN code or of its beginning: '411 001', '411001.0'. */
function prefixOf(written: string): string | null {
  const digits = written.replace(/[\s-]/g, '').replace(/\.0+$/, '');
  return /^[1-9]\d{0,5}$/.test(digits) ? digits : null;
}

/** Undefined for anything else. */
function readYesNo(written: string): boolean | undefined {
  const word = written.toLowerCase().replace(/[^a-z\d]/g, '');
  if (/^(y|yes|1|t|true|available|active|serviceable|served)$/.test(word)) return true;
  if (
    /^(n|no|0|f|false|na|(not|un)(available|serviceable|served)|(inactive|nonserviceable|noservice))$/.test(
      word,
    )
  )
    return false;
  return undefined;
}

/** '3', '2-4', '2 to 4 days', 'D+3'; both null for nothing, undefined for anything else. */
function readDays(written: string): { from: number | null; to: number | null } | undefined {
  const text = written.toLowerCase().replace(/\s|working|business/g, '');
  if (text === '') return { from: null, to: null };
  const [, first, last = first] =
    /^(?:[dt]\+)?(\d{1,2})(?:(?:-|to)(\d{1,2}))?(?:\.0|days?|d)?$/.exec(text) ?? [];
  if (first === undefined || Number(last) > 60) return undefined;
  return { from: Number(first), to: Math.max(1, Number(last)) };
}

/** Null for nothing, undefined for anything that is no amount. */
function readFee(written: string): number | null | undefined {
  if (written === '') return null;
  if (/^(0|free|nil)(\.0+)?$/i.test(written)) return 0;
  const amount = readAmount(written);
  return amount !== null && amount <= 100_000 ? amount : undefined;
}
