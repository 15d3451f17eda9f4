import { Semaphore } from '@aparajita/postgres/semaphore';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { AuthError } from '#auth-server/auth-error.ts';
import type { AuthSettings } from '#auth-server/settings.ts';
import { MAX_PASSWORD_LENGTH } from './password-length.ts';

export type Passwords = {
  hash(password: string): Promise<string>;
  /**
   * Without a hash it takes the same time and returns false. Keyboards encode one letter in different ways (é, or क़ in
   * Hindi): passwords that are equal by Unicode normalization are the same (NIST SP 800-63B-4, 3.1.1.2).
   */
  verify(hashed: string | null, password: string): Promise<boolean>;
  /** True when the hash has a lower cost than today's. */
  isOutdated(hashed: string): boolean;
};

type Cost = Pick<
  AuthSettings,
  'hashMemoryKiB' | 'hashPasses' | 'maxConcurrentHashes' | 'maxWaitingHashes'
>;

/**
 * argon2id off the main thread, with limited concurrency: each takes its memory and a core for tens of milliseconds.
 */
export function createPasswords(cost: Cost): Passwords {
  const { hashMemoryKiB: memoryCost, hashPasses: timeCost } = cost;
  const queued = createQueue(cost.maxConcurrentHashes, cost.maxWaitingHashes);
  const make = (password: string) => hash(password, { memoryCost, timeCost, parallelism: 1 });
  let dummyHash: Promise<string> | undefined;

  return {
    hash: (password) => queued(() => make(password.normalize('NFC'))),
    async verify(hashed, password) {
      dummyHash ??= make('nobody has this password');
      const comparable = hashed !== null && password.length <= MAX_PASSWORD_LENGTH;
      const against = comparable ? hashed : await dummyHash;
      // Also unnormalized, as older versions hashed it.
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

/** Runs so many at a time, first come first served. @throws AuthError request_timeout when the queue is full. */
function createQueue(concurrency: number, maxWaiting: number) {
  const slots = new Semaphore(concurrency);

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (slots.waiting >= maxWaiting) {
      throw new AuthError('request_timeout', { retryAfterSeconds: 5 });
    }
    await slots.enter();
    try {
      return await work();
    } finally {
      slots.leave();
    }
  };
}
