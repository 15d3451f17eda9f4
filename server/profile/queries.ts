import type { ProfileForm } from '#contract/profile.ts';
import { tables } from '#server/database/tables.ts';
import type { Shopper } from '#server/shopper.ts';

const COLUMNS = ['id', 'full_name', 'phone'] as const;

export function profileOf(shopper: Shopper) {
  return tables.selectFrom('profiles').select(COLUMNS).where('id', '=', shopper.userId).compile();
}

/** Inserts or updates the shopper's profile. An empty phone number is saved as null. */
export function saveProfile(shopper: Shopper, { full_name, phone }: ProfileForm) {
  const values = { full_name, ...(phone !== undefined && { phone: phone || null }) };
  return tables
    .insertInto('profiles')
    .values({ id: shopper.userId, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .returning(COLUMNS)
    .compile();
}
