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

/** 'Nov 21, 2026, 2:05 PM', in Indian time. */
export function formatMoment(instant: string): string {
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
