/** Mulberry32: the same seed gives the same decisions. */
export type Random = {
  /** True with a probability of `chance` percent. */
  percent(chance: number): boolean;
  /** An integer from 0 to `below` - 1. */
  below(below: number): number;
  pick<T>(choices: readonly T[]): T;
  /** An independent generator, so that the order of concurrent events does not change decisions. */
  fork(): Random;
};

export function seeded(seed: number): Random {
  let state = seed | 0;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    percent: (chance) => next() * 100 < chance,
    below: (below) => Math.floor(next() * below),
    pick(choices) {
      const choice = choices[Math.floor(next() * choices.length)];
      if (choice === undefined) throw new Error('Nothing to pick from');
      return choice;
    },
    fork: () => seeded(Math.floor(next() * 2 ** 31)),
  };
}
