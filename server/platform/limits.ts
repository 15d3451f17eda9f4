import { CompiledQuery } from 'kysely';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '#contract/refusals.ts';
import type { Database } from './database/database.ts';

/** So many, in so many seconds. */
export type Limit = { points: number; seconds: number };

/** Counts one under a key. @throws Refusal too_many_requests, with the seconds to wait, when that is one too many. */
export type TakeOne = (key: string) => Promise<void>;

export type LimitsOptions = {
  database: Database;
  /** A name for a key that tells nothing about it: keys hold addresses of people, the table does not. */
  blind: (purpose: string, key: string) => string;
  /** Multiplies every limit. */
  factor: number;
};

/** Makes limits for strangers, counted in the database for all processes together. */
export function createLimits({ database, blind, factor }: LimitsOptions) {
  return (name: string, { points, seconds }: Limit): TakeOne => {
    const limiter = new RateLimiterPostgres({
      storeClient: {
        async query({ text, values }: { text: string; values: unknown[] }) {
          const rows = await database.rows(CompiledQuery.raw(text, values));
          return { rows, rowCount: rows.length };
        },
      },
      storeType: 'client',
      schemaName: 'public',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: Math.max(1, Math.round(points * factor)),
      duration: seconds,
    });
    return async (key) => {
      await limiter.consume(blind(`limit ${name}`, key)).catch((refusal) => {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw new Refusal('too_many_requests', { message: waitFor(retryAfter), retryAfter });
      });
    };
  };
}

export type Limits = ReturnType<typeof createLimits>;

function waitFor(seconds: number): string {
  if (seconds <= 60) return 'Too many requests. Please wait a moment.';
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes < 60 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
  return `That was often in a short time. Please try again in ${wait}.`;
}
