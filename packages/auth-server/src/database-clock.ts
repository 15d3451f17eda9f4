import type { Log } from './log.ts';
import type { Store } from './store.ts';

/** The time in milliseconds since 1970, the same for all processes. */
type Clock = {
  now(): number;
  /** Reads the database's time again if due; await it before using the time. Never throws. */
  syncIfDue(): Promise<void>;
};

/** Two clocks drift apart by about a millisecond in that time. */
const SYNC_INTERVAL_MS = 60_000;
/** How long an unreachable database is not asked again. */
const RETRY_MS = 1_000;
/** If the machine's two clocks disagree by more, one was set, or the machine slept. */
const JUMP_MS = 5_000;

type MachineClocks = {
  /** The time of day in milliseconds since 1970, which can be set. */
  now(): number;
  /** Milliseconds since the process started, which cannot be set. */
  elapsed(): number;
};

/**
 * The database's clock: all processes use one clock for the expiry of sessions, links and tokens, so a process whose
 * own clock is wrong ends nobody's session. Between two reads it adds the time since the process started. Until the
 * database was first reached it is the process's own clock.
 */
export function databaseClock(
  store: Store,
  log: Log,
  machine: MachineClocks = { now: Date.now, elapsed: () => performance.now() },
): Clock {
  /** When the process started, by the machine's clock. It changes only when the clock is set or the machine sleeps. */
  const startByMachine = () => machine.now() - machine.elapsed();
  /** When the process started, by the database's clock. */
  let start = startByMachine();
  let startByMachineAtSync = start;
  let synced = false;
  let syncAt = 0;
  let syncing: Promise<void> | undefined;

  async function sync(): Promise<void> {
    const sentAt = machine.elapsed();
    try {
      const [row] = await store.rows<{ now: number }>(
        'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
        [],
      );
      if (!row) throw new Error('The database returned no time');
      start = row.now - (sentAt + machine.elapsed()) / 2;
      startByMachineAtSync = startByMachine();
      synced = true;
      syncAt = machine.elapsed() + SYNC_INTERVAL_MS;
      const seconds = Math.round((startByMachineAtSync - start) / 1000);
      if (Math.abs(seconds) > 60) log.warn({ seconds }, 'the clock of this machine is wrong');
    } catch (error) {
      syncAt = machine.elapsed() + RETRY_MS;
      log.debug({ err: error }, 'could not read the clock of the database');
    }
  }

  return {
    now: () => start + machine.elapsed(),
    async syncIfDue() {
      const jumped = Math.abs(startByMachine() - startByMachineAtSync) > JUMP_MS;
      if (syncAt > machine.elapsed() && !jumped) return;
      syncing ??= sync().finally(() => {
        syncing = undefined;
      });
      if (!synced || jumped) await syncing;
    },
  };
}
