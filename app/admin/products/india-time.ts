/** India has no daylight saving: always five and a half hours ahead of UTC. */
const OFFSET = 5.5 * 60 * 60 * 1000;

/** '2026-11-22T00:00', the value of a datetime-local field, as an instant: that time in India. Null: not a time. */
export function instantOf(typed: string): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(typed)) return null;
  const ms = Date.parse(`${typed.slice(0, 16)}:00+05:30`);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** The next midnight in India, as the value of a datetime-local field. */
export function nextMidnight(now: number): string {
  return `${new Date(now + OFFSET + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)}T00:00`;
}
