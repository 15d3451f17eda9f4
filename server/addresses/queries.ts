import { sql } from 'kysely';
import type { Address, AddressChange, AddressForm } from '#contract/addresses.ts';
import { MAX_ADDRESSES } from '#domain/address.ts';
import { oneLine } from '#domain/text.ts';
import { statement, tables } from '#server/database/tables.ts';
import type { Shopper } from '#server/shopper.ts';

const COLUMNS = [
  'id',
  'full_name',
  'phone',
  'address_line1',
  'address_line2',
  'city',
  'state',
  'postal_code',
  'country',
  'is_default',
  'created_at',
] as const;

/** The default first, then the newest. */
export function addressesOf(shopper: Shopper) {
  return tables
    .selectFrom('addresses')
    .select(COLUMNS)
    .where('user_id', '=', shopper.userId)
    .orderBy('is_default', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .compile();
}

/**
 * For `asShopperInTurn`, because it counts. Returns no row when the shopper has `MAX_ADDRESSES` already. A trigger keeps
 * exactly one default. The first address, if it has the shopper's own name, also sets the profile's missing phone number,
 * so that nobody has to type it twice.
 */
export function insertAddress(shopper: Shopper, form: AddressForm) {
  const columns = sql.join(COLUMNS.map((name) => sql.ref(name)));
  return statement<Address>`
    with existing as (
      select count(*) as addresses from addresses where user_id = ${shopper.userId}
    ), saved as (
      insert into addresses (
        user_id, full_name, phone, address_line1, address_line2, city, state, postal_code, country, is_default
      )
      select ${shopper.userId}::uuid, ${form.full_name}, ${form.phone}, ${form.address_line1},
        ${form.address_line2 || null}, ${form.city}, ${form.state}, ${form.postal_code}, ${form.country},
        ${form.is_default ?? false}::boolean
      from existing where addresses < ${MAX_ADDRESSES}
      returning ${columns}
    ), shopper as (
      select coalesce(
        (select full_name from profiles where id = ${shopper.userId}), ${oneLine(shopper.fullName)}
      ) as full_name
    ), profile as (
      insert into profiles (id, full_name, phone)
      select ${shopper.userId}::uuid, shopper.full_name, saved.phone from saved, shopper, existing
      where existing.addresses = 0 and lower(shopper.full_name) = lower(saved.full_name)
      on conflict (id) do update set phone = excluded.phone where profiles.phone is null
    )
    select ${columns} from saved`;
}

export function updateAddress(shopper: Shopper, id: string, change: AddressChange) {
  const { address_line2, ...rest } = change;
  return tables
    .updateTable('addresses')
    .set({ ...rest, ...(address_line2 !== undefined && { address_line2: address_line2 || null }) })
    .where('id', '=', id)
    .where('user_id', '=', shopper.userId)
    .returning(COLUMNS)
    .compile();
}

export function findAddress(shopper: Shopper, id: string) {
  return tables
    .selectFrom('addresses')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('user_id', '=', shopper.userId)
    .compile();
}

export function deleteAddress(shopper: Shopper, id: string) {
  return tables
    .deleteFrom('addresses')
    .where('id', '=', id)
    .where('user_id', '=', shopper.userId)
    .returning('id')
    .compile();
}
