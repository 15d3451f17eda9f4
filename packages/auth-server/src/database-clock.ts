import type { Log } from './log.ts';
import type { Store } from './store.ts';

/** The time in milliseconds since 1970, the same for all processes. */
export type Clock = {
  now(): number;
  /** Reads the database's time again if due; await it before using the time. Never throws. */
  keepRight(): Promise<void>;
};

/** Two clocks drift apart by about a millisecond in that time. */
const LOOK_EVERY_MS = 60_000;
/** How long an unreachable database is not asked again. */
const LOOK_AGAIN_MS = 1_000;
/** If the machine's two clocks disagree by more, one was set, or the machine slept. */
const JUMP_MS = 5_000;

type OwnClocks = {
  /** The machine's clock, which can be set. */
  now(): number;
  /** Time since the process started, which cannot be set. */
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
  own: OwnClocks = { now: Date.now, elapsed: () => performance.now() },
): Clock {
  /** The offset of each clock to the time since the process started. */
  const ownBase = () => own.now() - own.elapsed();
  let base = ownBase();
  let ownBaseThen = base;
  let looked = false;
  let lookAt = 0;
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    const asked = own.elapsed();
    try {
      const [row] = await store.rows<{ now: number }>(
        'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
        [],
      );
      if (!row) throw new Error('The database returned no time');
      base = row.now - (asked + own.elapsed()) / 2;
      ownBaseThen = ownBase();
      looked = true;
      lookAt = own.elapsed() + LOOK_EVERY_MS;
      const seconds = Math.round((ownBaseThen - base) / 1000);
      if (Math.abs(seconds) > 60) log.warn({ seconds }, 'the clock of this machine is wrong');
    } catch (error) {
      lookAt = own.elapsed() + LOOK_AGAIN_MS;
      log.debug({ err: error }, 'could not look at the clock of the database');
    }
  }

  return {
    now: () => base + own.elapsed(),
    async keepRight() {
      const jumped = Math.abs(ownBase() - ownBaseThen) > JUMP_MS;
      if (lookAt > own.elapsed() && !jumped) return;
      looking ??= look().finally(() => {
        looking = undefined;
      });
      if (!looked || jumped) await looking;
    },
  };
}
