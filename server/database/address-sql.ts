import { sql } from 'kysely';
import { ADDRESS_FIELDS } from '#domain/address.ts';

/** The columns of `addresses` with the fields of an address. */
export const ADDRESS_COLUMNS = sql.join(ADDRESS_FIELDS.map((field) => sql.ref(field)));

/** An SQL expression: these columns as one jsonb value, a `ShippingAddress`. */
export const SHIPPING_ADDRESS = sql`jsonb_build_object(${sql.join(
  ADDRESS_FIELDS.flatMap((field) => [sql.lit(field), sql.ref(field)]),
)})`;
