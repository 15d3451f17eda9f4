import argon2, { parseOptions } from '@node-rs/argon2';
import type { AuthSettings } from '#auth-server/settings.ts';
import { createHashQueue, type QueueParty } from './hash-queue.ts';

export type Passwords = ReturnType<typeof createPasswords>;

type Cost = Pick<
  AuthSettings,
  'hashMemoryKiB' | 'hashPasses' | 'maxConcurrentHashes' | 'maxWaitingHashes'
>;

/** What computes argon2id. */
export type Hashing = Pick<typeof argon2, 'hash' | 'verify'>;

/**
 * argon2id off the main thread, with limited concurrency: each takes its memory and a core for tens of milliseconds.
 */
export function createPasswords(cost: Cost, { hash, verify }: Hashing = argon2) {
  const { hashMemoryKiB: memoryCost, hashPasses: timeCost } = cost;
  const queued = createHashQueue(cost.maxConcurrentHashes, cost.maxWaitingHashes);
  const make = (password: string) => hash(password, { memoryCost, timeCost, parallelism: 1 });
  let dummyHash: Promise<string> | undefined;

  return {
    /** Waits in the queue, `shares` says for whom. @throws AuthError request_timeout, see `createHashQueue`. */
    hash: (password: string, shares: QueueParty): Promise<string> =>
      queued(() => make(password.normalize('NFC')), shares),
    /**
     * Waits likewise. Without a hash it takes the same time and returns false. Keyboards encode one letter in different
     * ways (é, or क़ in Hindi): passwords that are equal by Unicode normalization are the same (NIST SP 800-63B-4,
     * 3.1.1.2).
     */
    async verify(hashed: string | null, password: string, shares: QueueParty): Promise<boolean> {
      dummyHash ??= make('nobody has this password');
      const against = hashed ?? (await dummyHash);
      // Also unnormalized, as older versions hashed it.
      for (const spelling of new Set([password.normalize('NFC'), password])) {
        const matches = await queued(() => verify(against, spelling), shares);
        if (hashed !== null && matches) return true;
      }
      return false;
    },
    /** True when the hash has a lower cost than today's. */
    isOutdated(hashed: string): boolean {
      const used = parseOptions(hashed);
      return used.memoryCost < memoryCost || used.timeCost < timeCost;
    },
  };
}
