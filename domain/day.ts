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

/** 'Nov 21, 2026, 2:05 PM', as the clock shows it in India. */
export function formatMoment(instant: string): string {
  return moment.format(new Date(instant)).replace(/\s/g, ' '); // some put a narrow space before PM
}

/** 'Nov 21, 2026' (MMM dd, yyyy), as the day is counted in India. */
export function formatDay(instant: string): string {
  return day.format(new Date(instant));
}

const weekday = new Intl.DateTimeFormat('en-IN', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** 'Sat, 9 May' of a day as 'YYYY-MM-DD'. */
export function formatWeekday(day: string): string {
  return weekday.format(new Date(day));
}
