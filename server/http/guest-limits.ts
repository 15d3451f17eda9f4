import { type DerivedKeys, proofsOfWork } from '@aparajita/auth-server';
import { type Count, countRequests, type Limit, scaled } from '@aparajita/postgres/rate-limit';
import type { Context } from 'hono';
import { AppError } from '#contract/errors.ts';
import { PROOF_HEADER } from '#contract/proof-header.ts';
import { type Database, queryRunner, type Transaction } from '#server/database/database.ts';
import { clientAddress, networkOf, siteOf } from './client-address.ts';

/** The client of a request: where it came from, and the proof of work it brought. */
export type GuestClient = {
  network: string;
  /** The larger block that one customer may have: an IPv6 /48; for IPv4 the same as the network. */
  site: string;
  proof: string | undefined;
};

export type GuestLimits = {
  clientOf(c: Context): GuestClient;
  /** Defines a limit under a name of its own; returns a function that makes the count for a key. */
  limit(name: string, limit: Limit): (key: string) => Count;
  /**
   * Counts the request under each key, or demands a proof of work from the visitor's browser.
   *
   * @throws AppError proof_of_work_required, with the challenge.
   */
  count(purpose: string, counts: Count[], client: GuestClient): Promise<void>;
  /** Counts one in a transaction; a rollback undoes it. False when the limit is exceeded. */
  allows(tx: Transaction, count: Count): Promise<boolean>;
};

type LimitsOptions = {
  database: Database;
  keys: DerivedKeys;
  /** Multiplies every limit. */
  factor: number;
  /** How many of our proxies append to X-Forwarded-For. */
  trustProxyHops: number;
};

/** Rate limits for guests. Keys contain email addresses and networks, so the table stores only HMACs of them. */
export function guestLimits(options: LimitsOptions): GuestLimits {
  const { database, keys, factor, trustProxyHops } = options;
  const proofs = proofsOfWork(keys.hmac);
  const rows = queryRunner((query) => database.rows(query));

  return {
    clientOf(c) {
      const address = clientAddress(c, trustProxyHops);
      const proof = c.req.header(PROOF_HEADER);
      const network = networkOf(address);
      return { network, site: siteOf(address) ?? network, proof };
    },
    limit: (name, limit) => (key) => ({
      ...scaled(limit, factor),
      key: `${name}:${keys.hmacId(`limit ${name}`, key)}`,
      challenge: true,
    }),
    async count(purpose, counts, client) {
      const exceeded = await countRequests(
        rows,
        counts,
        await proofs.verify(purpose, client.proof),
      );
      if (!exceeded) return;
      throw new AppError('proof_of_work_required', {
        message: withoutScripts(exceeded.retryAfterSeconds),
        challenge: await proofs.issue(purpose, exceeded),
      });
    },
    async allows(tx, count) {
      const inTx = queryRunner((query) => tx.rows(query));
      return (await countRequests(inTx, [{ ...count, challenge: false }])) === undefined;
    },
  };
}

/** For guests without JavaScript; with it, the browser solves the challenge and sends the request again by itself. */
function withoutScripts(seconds: number): string {
  return `There were too many requests in a short time. Please try again in ${formatWait(seconds)}, or turn on JavaScript: your browser then does a short check and sends it.`;
}

/** Rounded up, so that nobody comes back too early. */
function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? 'an hour' : `${hours} hours`;
}
