import type { Database } from '#server/database/database.ts';
import { onBehalfOf } from '#server/shopper.ts';
import { profileOf } from './queries.ts';

/** An Indian number without the country code. */
const NATIONAL_DIGITS = 10;

/**
 * Returns a function that reads the name and telephone number of a shopper's profile. New passwords must not be made of
 * these.
 *
 * @param database one that takes a shopper's id without a session.
 */
export function createPasswordUserInputs(database: Database) {
  return async (userId: string): Promise<string[]> => {
    const [profile] = await database.asShopper(onBehalfOf(userId), profileOf(onBehalfOf(userId)));
    if (!profile) return [];
    const { full_name: name, phone } = profile;
    return phone ? [name, phone, phone.replace(/\D/g, '').slice(-NATIONAL_DIGITS)] : [name];
  };
}
