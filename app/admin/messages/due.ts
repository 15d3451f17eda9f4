import { serverNow } from '#app/shell/api/server-clock.ts';

const HOUR = 60 * 60 * 1000;

/** The time left to answer an open message: 'due in 5 h', 'due within the hour', 'overdue'. */
export function dueText(dueAt: string, now = serverNow()): string {
  const left = Date.parse(dueAt) - now;
  if (left < 0) return 'overdue';
  return left < HOUR ? 'due within the hour' : `due in ${Math.floor(left / HOUR)} h`;
}

/** Whether it is highlighted: the shopper is told "within 24 hours", half of the 48. */
export function isUrgent(dueAt: string, now = serverNow()): boolean {
  return Date.parse(dueAt) - now < 24 * HOUR;
}
