import type { ReportRange } from '#contract/admin/reports.ts';
import { dayInIndia } from '#domain/day.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The presets, by the number of days before today in India on which they begin and end. */
export const QUICK_RANGES = [
  { name: '7 days', days: 7 },
  { name: '30 days', days: 30 },
  { name: '90 days', days: 90 },
  { name: 'A year', days: 365 },
] as const;

/** The last `days` days, including today. */
export function lastDays(days: number, now: number): ReportRange {
  return { from: dayInIndia(now - (days - 1) * DAY_MS), to: dayInIndia(now) };
}
