import type { Profile, ProfileForm } from '#contract/profile.ts';
import { statement } from '#server/database/tables.ts';
import type { Shopper } from '#server/shopper.ts';

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
