import { countRequests } from '@aparajita/postgres/rate-limit';
import type { Database } from '#server/database/database.ts';
import { queryRunner } from '#server/database/database.ts';

/** Counts one gateway request for this shopper; false when the shopper is over the limit. */
export type GatewayLimit = (userId: string) => Promise<boolean>;

/** One request in two seconds: far more than a shopper needs who pays, closes the window and tries again. */
const LIMIT = { points: 30, seconds: 60 };

/**
 * Limits how often one shopper's requests make the shop call the gateway. The gateway limits the whole account, and
 * over that limit nobody can pay: one shopper must not use it up for all others.
 */
export function limitGatewayRequests(database: Database): GatewayLimit {
  const rows = queryRunner((query) => database.rows(query));
  return async (userId) => {
    const count = { ...LIMIT, key: `gateway:${userId}`, challenge: false };
    return (await countRequests(rows, [count])) === undefined;
  };
}
