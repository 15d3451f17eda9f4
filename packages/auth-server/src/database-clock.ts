import type { Log, Store } from './service.ts';

/** Two clocks drift apart by about a millisecond in that time. */
const SYNC_INTERVAL_MS = 60_000;
/** How long an unreachable database is not asked again. */
const RETRY_MS = 1_000;

/**
 * The database's clock, in milliseconds since 1970: all processes use one clock for the expiry of sessions, links and
 * tokens, so a process whose own clock is wrong ends nobody's session. Between two reads it adds the time since the
 * process started, which nobody can set. Until the database was first reached it is the process's own clock.
 */
export function databaseClock(store: Store, log: Log) {
  const elapsed = () => performance.now();
  /** When the process started. */
  let start = Date.now() - elapsed();
  let synced = false;
  let syncAt = 0;
  let syncing: Promise<void> | undefined;

  async function sync(): Promise<void> {
    const sentAt = elapsed();
    try {
      const [row] = await store.rows<{ now: number }>(
        'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
        [],
      );
      if (!row) throw new Error('The database returned no time');
      start = row.now - (sentAt + elapsed()) / 2;
      synced = true;
      syncAt = elapsed() + SYNC_INTERVAL_MS;
      const seconds = Math.round((Date.now() - start - elapsed()) / 1000);
      if (Math.abs(seconds) > 60) log.warn({ seconds }, 'the clock of this machine is wrong');
    } catch (error) {
      syncAt = elapsed() + RETRY_MS;
      log.debug({ err: error }, 'could not read the clock of the database');
    }
  }

  return {
    now: () => start + elapsed(),
    /** Reads the database's time again if due; await it before using the time. Never throws. */
    async syncIfDue(): Promise<void> {
      if (syncAt > elapsed()) return;
      syncing ??= sync().finally(() => {
        syncing = undefined;
      });
      if (!synced) await syncing;
    },
  };
}
