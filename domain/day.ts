const day = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: '2-digit',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
});

/** 'Nov 21, 2026' (MMM dd, yyyy), as the day is counted in India. */
export function formatDay(instant: string): string {
  return day.format(new Date(instant));
}
