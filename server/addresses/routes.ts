import { sql } from 'kysely';
import {
  type Address,
  type AddressChange,
  type AddressForm,
  addressEndpoints,
} from '#contract/addresses.ts';
import { ADDRESS_FIELDS, MAX_ADDRESSES } from '#domain/address.ts';
import { oneLine } from '#domain/text.ts';
import { ADDRESS_COLUMNS } from '#server/database/address-sql.ts';
import type { Database } from '#server/database/database.ts';
import { requireRow } from '#server/database/require-row.ts';
import { statement } from '#server/database/tables.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import type { Shopper } from '#server/shopper.ts';

export function addressRoutes(database: Database, authenticate: Authenticate) {
  return serveEndpoints(addressEndpoints, authenticate, {
    'GET /addresses': ({ shopper }) => database.asShopper(shopper, addressesOf(shopper)),

    // In turn: each sees the addresses and the default that those before it wrote.
    'POST /addresses': ({ shopper, body }) =>
      database.transactInTurn(shopper, async (tx) => {
        if (body.is_default) await tx.rows(clearDefault(shopper));
        const saved = await tx.rows(insertAddress(shopper, body));
        return requireRow(saved, 'too_many_addresses');
      }),

    'PATCH /addresses/{id}': ({ shopper, params, body }) =>
      database.transactInTurn(shopper, async (tx) => {
        if (body.is_default) await tx.rows(clearDefault(shopper, params.id));
        const changed = await tx.rows(
          Object.keys(body).length > 0
            ? updateAddress(shopper, params.id, body)
            : findAddress(shopper, params.id),
        );
        return requireRow(changed, 'address_not_found');
      }),

    'DELETE /addresses/{id}': async ({ shopper, params }) => {
      requireRow(
        await database.asShopper(shopper, deleteAddress(shopper, params.id)),
        'address_not_found',
      );
    },
  });
}

const COLUMNS = sql`id, ${ADDRESS_COLUMNS}, is_default, created_at`;

/** The default first, then the newest. */
export function addressesOf(shopper: Shopper) {
  return statement<Address>`
    select ${COLUMNS} from addresses where user_id = ${shopper.userId}
    order by is_default desc, created_at desc, id`;
}

/** Before another address becomes the default: `one_default_address` allows one. */
export function clearDefault(shopper: Shopper, other: string | null = null) {
  return statement`
    update addresses set is_default = false
    where user_id = ${shopper.userId} and is_default and id is distinct from ${other}::uuid`;
}

/**
 * In the shopper's turn, because it counts. Returns no row when the shopper has `MAX_ADDRESSES` already. The first address, if it has the shopper's own name, also sets the profile's missing phone number,
 * so that nobody has to type it twice.
 */
export function insertAddress(shopper: Shopper, form: AddressForm) {
  return statement<Address>`
    with existing as (
      select count(*) as addresses from addresses where user_id = ${shopper.userId}
    ), saved as (
      insert into addresses (user_id, ${ADDRESS_COLUMNS}, is_default)
      select ${shopper.userId}::uuid, ${sql.join(ADDRESS_FIELDS.map((field) => form[field] || null))},
        ${form.is_default ?? false}::boolean
      from existing where addresses < ${MAX_ADDRESSES}
      returning ${COLUMNS}
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
    select ${COLUMNS} from saved`;
}

/** Fields that are left out stay as they are. */
export function updateAddress(shopper: Shopper, id: string, change: AddressChange) {
  const values = Object.entries(change).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value === '' ? null : value}`,
  );
  return statement<Address>`
    update addresses set ${sql.join(values)} where id = ${id} and user_id = ${shopper.userId}
    returning ${COLUMNS}`;
}

export function findAddress(shopper: Shopper, id: string) {
  return statement<Address>`
    select ${COLUMNS} from addresses where id = ${id} and user_id = ${shopper.userId}`;
}

export function deleteAddress(shopper: Shopper, id: string) {
  return statement<{ id: string }>`
    delete from addresses where id = ${id} and user_id = ${shopper.userId} returning id`;
}
