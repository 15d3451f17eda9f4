import type { Database } from '#server/database/database.ts';
import { onBehalfOf } from '#server/shopper.ts';
import { profileOf } from './queries.ts';

/** An Indian number without the country code. */
const NATIONAL_DIGITS = 10;

/**
 * What a shopper's profile says about them, for the rules of new passwords.
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
