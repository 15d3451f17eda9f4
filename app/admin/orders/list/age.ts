import { serverNow } from '#app/shell/api/server-clock.ts';
import { DAY_MS } from '#domain/day.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The time since an instant, short enough for a list: 'now', '5 min', '3 h', '12 d'. */
export function age(instant: string, now = serverNow()): string {
  const passed = now - Date.parse(instant);
  if (passed < MINUTE_MS) return 'now';
  if (passed < HOUR_MS) return `${Math.floor(passed / MINUTE_MS)} min`;
  if (passed < 2 * DAY_MS) return `${Math.floor(passed / HOUR_MS)} h`;
  return `${Math.floor(passed / DAY_MS)} d`;
}
