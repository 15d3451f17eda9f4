import { sql } from 'kysely';

/** Cash orders that are not paid yet, for rows of `orders`. */
export const IS_OPEN_CASH_ORDER = sql`payment_method = 'cod'
          and status in ('pending', 'confirmed', 'processing', 'shipped')`;
