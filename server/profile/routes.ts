import { type Profile, type ProfileForm, profileEndpoints } from '#contract/profile.ts';
import { oneLine } from '#domain/text.ts';
import type { Database } from '#server/database/database.ts';
import { statement } from '#server/database/tables.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import { onBehalfOf, type Shopper } from '#server/shopper.ts';

export function profileRoutes(database: Database, authenticate: Authenticate) {
  return serveEndpoints(profileEndpoints, authenticate, {
    'GET /profile': async ({ shopper }) => {
      const [profile] = await database.asShopper(shopper, profileOf(shopper));
      // Before the first save, the name comes from sign-up.
      return profile ?? { id: shopper.userId, full_name: oneLine(shopper.fullName), phone: null };
    },

    // In turn, or one that is just being saved would outlive the deletion of its account.
    'PATCH /profile': async ({ shopper, body }) => {
      const [profile] = await database.transactInTurn(shopper, (tx) =>
        tx.withCommit.rows(saveProfile(shopper, body)),
      );
      if (!profile) throw new Error('An upsert returned no row');
      return profile;
    },
  });
}

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

export function profileOf(shopper: Shopper) {
  return statement<Profile>`select id, full_name, phone from profiles where id = ${shopper.userId}`;
}

/** Inserts or updates the shopper's profile. A phone number that is left out stays; an empty one is saved as null. */
export function saveProfile(shopper: Shopper, { full_name, phone }: ProfileForm) {
  return statement<Profile>`
    insert into profiles (id, full_name, phone) values (${shopper.userId}, ${full_name}, ${phone || null})
    on conflict (id) do update set full_name = excluded.full_name,
      phone = case when ${phone !== undefined} then excluded.phone else profiles.phone end
    returning id, full_name, phone`;
}
