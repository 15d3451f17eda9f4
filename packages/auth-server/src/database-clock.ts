import type { Log } from './log.ts';
import type { Store } from './store.ts';

/** The time in milliseconds since 1970, as all processes have it. */
export type Clock = {
  now(): number;
  /** Looks again when it is time to; to be waited for before anything that asks for the time. Never throws. */
  keepRight(): Promise<void>;
};

/** Two clocks drift apart by a millisecond or so in that time. */
const LOOK_EVERY_MS = 60_000;
/** A database that is away is not asked at every request. */
const LOOK_AGAIN_MS = 1_000;
/** When our two clocks disagree by more, one was set, or the machine slept. */
const JUMP_MS = 5_000;

type OwnClocks = {
  /** The machine's, which somebody can set. */
  now(): number;
  /** Since the process began, which nobody can. */
  elapsed(): number;
};

/**
 * The database's clock: sessions, links and tokens begin and end by one clock, however many processes there are, and
 * one whose own clock is wrong ends nobody's session. Between two looks it goes by the time since the process began.
 * Until the database was first reached it is the process's own.
 */
export function databaseClock(
  store: Store,
  log: Log,
  own: OwnClocks = { now: Date.now, elapsed: () => performance.now() },
): Clock {
  /** What each clock says, less the time since the process began. */
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
      if (!row) throw new Error('The database told no time');
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
