import type { Report } from '#contract/admin/reports.ts';
import { DAY_MS } from '#domain/day.ts';

/** Adds an empty row for each missing day, so that the time axis has no gaps. Rows begin with their day. */
export function fillMissingDays(rows: Report['rows']): Report['rows'] {
  const byDay = new Map(rows.map((row) => [String(row[0]), row]));
  const [first, last] = [rows[0]?.[0], rows.at(-1)?.[0]].map((day) => Date.parse(String(day)));
  const filled: Report['rows'] = [];
  for (let at = first ?? 0; last !== undefined && at <= last; at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    filled.push(byDay.get(day) ?? [day]);
  }
  return filled;
}
