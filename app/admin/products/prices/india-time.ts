import { DAY_MS, dayInIndia } from '#domain/day.ts';

/** Parses the value of a datetime-local field, '2026-11-22T00:00', as Indian time. Null if it is no time. */
export function instantOf(typed: string): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(typed)) return null;
  const ms = Date.parse(`${typed.slice(0, 16)}:00+05:30`);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** The next midnight in India, as the value of a datetime-local field. */
export function nextMidnight(now: number): string {
  return `${dayInIndia(now + DAY_MS)}T00:00`;
}
