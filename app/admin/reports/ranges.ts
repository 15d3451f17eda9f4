import type { ReportRange } from '#contract/admin/reports.ts';
import { DAY_MS, dayInIndia } from '#domain/day.ts';

/** The presets; days are days in India. */
export const QUICK_RANGES: { name: string; range: (now: number) => ReportRange }[] = [
  { name: '7 days', range: (now) => lastDays(7, now) },
  { name: '30 days', range: (now) => lastDays(30, now) },
  { name: 'Last month', range: lastMonth },
  { name: '90 days', range: (now) => lastDays(90, now) },
  { name: 'A year', range: (now) => lastDays(365, now) },
];

/** The last `days` days, including today. */
export function lastDays(days: number, now: number): ReportRange {
  return { from: dayInIndia(now - (days - 1) * DAY_MS), to: dayInIndia(now) };
}

/** The calendar month before the present one. */
export function lastMonth(now: number): ReportRange {
  const today = dayInIndia(now);
  const to = new Date(Date.parse(`${today.slice(0, 7)}-01`) - DAY_MS).toISOString().slice(0, 10);
  return { from: `${to.slice(0, 7)}-01`, to };
}
