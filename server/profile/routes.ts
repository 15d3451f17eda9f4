import { profileEndpoints } from '#contract/profile.ts';
import { oneLine } from '#domain/text.ts';
import type { Database } from '#server/database/database.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import { profileOf, saveProfile } from './queries.ts';

export function profileRoutes(database: Database, authenticate: Authenticate) {
  return serveEndpoints(profileEndpoints, authenticate, {
    'GET /profile': async ({ shopper }) => {
      const [profile] = await database.asShopper(shopper, profileOf(shopper));
      // Before the first save, the name comes from sign-up.
      return profile ?? { id: shopper.userId, full_name: oneLine(shopper.fullName), phone: null };
    },

    'PATCH /profile': async ({ shopper, body }) => {
      const [profile] = await database.asShopper(shopper, saveProfile(shopper, body));
      if (!profile) throw new Error('An upsert returned no row');
      return profile;
    },
  });
}
