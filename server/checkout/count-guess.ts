import { countRequests } from '@aparajita/postgres/rate-limit';
import { AppError } from '#contract/errors.ts';
import { type Database, queryRunner } from '#server/database/database.ts';
import type { Shopper } from '#server/shopper.ts';

/** More than a shopper needs who looks at the cart and the checkout again and again with a code. */
const LIMIT = { points: 40, seconds: 3600 };

/**
 * Counts a question or an order of a shopper with a discount code: nobody can try a list of codes, and nobody else's
 * questions count. Orders without a code are not counted.
 *
 * @throws AppError too_many_requests.
 */
export async function countGuess(database: Database, { userId }: Shopper): Promise<void> {
  const count = { ...LIMIT, key: `coupon:${userId}`, challenge: false };
  const exceeded = await countRequests(
    queryRunner((query) => database.rows(query)),
    [count],
  );
  if (exceeded) throw new AppError('too_many_requests', { message: TOO_MANY });
}

const TOO_MANY = 'You have tried codes very often. Please wait an hour, or order without a code.';
