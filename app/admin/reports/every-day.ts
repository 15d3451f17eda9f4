import type { Report } from '#contract/admin/reports.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Rows that begin with their day, and an empty one for each day between them that has none: time does not jump. */
export function everyDay(rows: Report['rows']): Report['rows'] {
  const byDay = new Map(rows.map((row) => [String(row[0]), row]));
  const [first, last] = [rows[0]?.[0], rows.at(-1)?.[0]].map((day) => Date.parse(String(day)));
  const filled: Report['rows'] = [];
  for (let at = first ?? 0; last !== undefined && at <= last; at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    filled.push(byDay.get(day) ?? [day]);
  }
  return filled;
}
