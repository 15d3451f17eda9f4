const dayFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: '2-digit',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
});

const dateTimeFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: '2-digit',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
});

export const DAY_SECONDS = 24 * 60 * 60;
export const DAY_MS = DAY_SECONDS * 1000;

/** India has no daylight saving: always five and a half hours ahead of UTC. */
const INDIA_MS = 5.5 * 60 * 60 * 1000;

/** The day in India, 'YYYY-MM-DD', of an instant in milliseconds since 1970. */
export function dayInIndia(instant: number): string {
  return new Date(instant + INDIA_MS).toISOString().slice(0, 10);
}

/** The hour in India, 0 to 23, of an instant in milliseconds since 1970. */
export function hourInIndia(instant: number): number {
  return new Date(instant + INDIA_MS).getUTCHours();
}

/** Formats an ISO 8601 timestamp in Indian time: 'Nov 21, 2026, 2:05 PM'. */
export function formatDateTime(instant: string): string {
  return dateTimeFormat.format(new Date(instant)).replace(/\s/g, ' '); // some engines put a narrow space before PM
}

/** Formats an ISO 8601 timestamp as a day in Indian time: 'Nov 21, 2026' (MMM dd, yyyy). */
export function formatDay(instant: string): string {
  return dayFormat.format(new Date(instant));
}

const weekdayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  day: '2-digit',
  month: 'short',
  timeZone: 'UTC',
});

/** Formats a day, 'YYYY-MM-DD', as 'Sat, May 09', like `formatDay` beside it. */
export function formatWeekday(day: string): string {
  return weekdayFormat.format(new Date(day));
}
