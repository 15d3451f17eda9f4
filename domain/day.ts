const day = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: '2-digit',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
});

const moment = new Intl.DateTimeFormat('en-US', {
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

/** 'YYYY-MM-DD' in India, of an instant in milliseconds. */
export function dayInIndia(instant: number): string {
  return new Date(instant + INDIA_MS).toISOString().slice(0, 10);
}

/** 'Nov 21, 2026, 2:05 PM', in Indian time. */
export function formatDateTime(instant: string): string {
  return moment.format(new Date(instant)).replace(/\s/g, ' '); // some engines put a narrow space before PM
}

/** 'Nov 21, 2026' (MMM dd, yyyy), in Indian time. */
export function formatDay(instant: string): string {
  return day.format(new Date(instant));
}

const weekday = new Intl.DateTimeFormat('en-IN', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** 'Sat, 9 May' from 'YYYY-MM-DD'. */
export function formatWeekday(day: string): string {
  return weekday.format(new Date(day));
}
