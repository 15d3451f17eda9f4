import type { Database } from '#server/database/database.ts';
import { onBehalfOf } from '#server/shopper.ts';
import { profileOf } from './queries.ts';

export type ReadProfile = (
  userId: string,
) => Promise<{ full_name: string; phone: string | null } | undefined>;

/**
 * Returns a function that reads the name and telephone number of a shopper's profile, if they have one.
 *
 * @param database one that takes a shopper's id without a session.
 */
export function createReadProfile(database: Database): ReadProfile {
  return async (userId) => {
    const [profile] = await database.asShopper(onBehalfOf(userId), profileOf(onBehalfOf(userId)));
    return profile;
  };
}
