import { formatDateTime } from '#domain/day.ts';

/** Formats the time of a draft, in Indian time: '2:05 PM' today, 'Nov 21, 2026, 2:05 PM' on another day. */
export function formatDraftTime(at: number, now: number): string {
  const [moment, today] = [at, now].map((each) => formatDateTime(new Date(each).toISOString()));
  const time = moment?.split(', ').at(-1) ?? '';
  return moment?.slice(0, 12) === today?.slice(0, 12) ? time : (moment ?? '');
}
