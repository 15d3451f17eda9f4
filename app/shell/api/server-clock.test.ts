import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteServerTime, serverNow } from './server-clock.ts';

const SERVER = Date.parse('2026-11-28T06:00:00Z');
const dated = (date: string) => new Response(null, { headers: { date } });
const responseAt = (time: number) => dated(new Date(time).toUTCString());

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  noteServerTime(responseAt(Math.floor(Date.now() / 1000) * 1000 + 1000));
  vi.useRealTimers();
});

test.each([0, 70 * 60_000, -5.5 * 3_600_000, 86_400_000])(
  'a device that is %i ms ahead knows the server’s time from its responses',
  (off) => {
    vi.setSystemTime(SERVER + off);
    noteServerTime(responseAt(SERVER));
    vi.advanceTimersByTime(5_000);
    expect(serverNow()).toBe(SERVER + 5_000);
    noteServerTime(new Response()); // from a proxy
    noteServerTime(dated('today'));
    expect(serverNow()).toBe(SERVER + 5_000);
    vi.setSystemTime(SERVER); // somebody sets it right
    noteServerTime(responseAt(SERVER + 6_000));
    expect(serverNow()).toBe(SERVER + 6_000);
  },
);
