import { hash, parseOptions, verify } from '@node-rs/argon2';
import { AuthFault } from '#auth-server/fault.ts';
import type { AuthSettings } from '#auth-server/settings.ts';
import { MAX_PASSWORD_LENGTH } from './password-length.ts';

export type Passwords = {
  hash(password: string): Promise<string>;
  /**
   * With no hash to compare it takes the same time and says no. Keyboards write one letter in different ways (é, or क़ in
   * Hindi): what Unicode holds for the same is the same password (NIST SP 800-63B-4, 3.1.1.2).
   */
  verify(hashed: string | null, password: string): Promise<boolean>;
  /** True when the hash was made with less than today's cost. */
  isOutdated(hashed: string): boolean;
};

type Cost = Pick<
  AuthSettings,
  'hashMemoryKiB' | 'hashPasses' | 'maxConcurrentHashes' | 'maxWaitingHashes'
>;

/** argon2id, off the main thread, so many at once: each takes its memory and a core for tens of milliseconds. */
export function createPasswords(cost: Cost): Passwords {
  const { hashMemoryKiB: memoryCost, hashPasses: timeCost } = cost;
  const queued = createQueue(cost.maxConcurrentHashes, cost.maxWaitingHashes);
  const make = (password: string) => hash(password, { memoryCost, timeCost, parallelism: 1 });
  let nobodys: Promise<string> | undefined;

  return {
    hash: (password) => queued(() => make(password.normalize('NFC'))),
    async verify(hashed, password) {
      nobodys ??= make('nobody has this password');
      const comparable = hashed !== null && password.length <= MAX_PASSWORD_LENGTH;
      const against = comparable ? hashed : await nobodys;
      // As it was typed, too: so it was hashed before.
      for (const spelling of new Set([password.normalize('NFC'), password])) {
        const matches = await queued(() => verify(against, comparable ? spelling : ''));
        if (comparable && matches) return true;
      }
      return false;
    },
    isOutdated(hashed) {
      const used = parseOptions(hashed);
      return used.memoryCost < memoryCost || used.timeCost < timeCost;
    },
  };
}

/** Runs `atOnce` at a time in the order they came. @throws AuthFault request_timeout when too many wait. */
function createQueue(atOnce: number, mostWaiting: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) {
        throw new AuthFault('request_timeout', { retryAfterSeconds: 5 });
      }
      await new Promise<void>((resolve) => waiting.push(resolve)); // whoever ends hands over its place
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
