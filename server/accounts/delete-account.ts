import { inTransaction } from '@aparajita/postgres/with-client';
import type pg from 'pg';
import * as z from 'zod';
import { OperatorError } from '#server/operator-errors.ts';
import { normalizeEmail } from './normalize-email.ts';

const Refusal = z.object({
  why: z.enum(['staff', 'order', 'payment', 'refund']),
  /** The order's number; null for staff. */
  about: z.nullable(z.string()),
});

const Counts = z.record(z.string(), z.number());
const Deletion = z.object({ deleted: Counts, kept: Counts });
/** How many rows of each kind, as delete_customer() in db/schema names them. */
export type Deletion = z.infer<typeof Deletion>;

const Outcome = z.union([z.object({ refused: z.array(Refusal) }), Deletion]);

/**
 * Deletes a customer's account and the data about them, except orders and payments that must be kept by law. One
 * transaction.
 *
 * @param client connected as the owner of the database, in no transaction.
 * @throws OperatorError if there is no such account, or it is staff's, or an order, payment or refund is open.
 */
export function deleteAccount(client: pg.ClientBase, typedEmail: string): Promise<Deletion> {
  const email = normalizeEmail(typedEmail);
  return inTransaction(client, async () => {
    const { rows } = await client.query<{ id: string }>(
      'select id from auth.users where email = $1 for update',
      [email],
    );
    const [user] = rows;
    if (!user) throw new OperatorError('There is no account with this email.');
    const shopData = await client.query('select delete_customer($1, $2) as outcome', [
      user.id,
      email,
    ]);
    const outcome = Outcome.parse(shopData.rows[0]?.outcome);
    if ('refused' in outcome) throw new OperatorError(refusalText(outcome.refused));
    await client.query('select auth.delete_account($1)', [user.id]);
    return outcome;
  });
}

const REASONS: Record<z.infer<typeof Refusal>['why'], string> = {
  staff: 'It belongs to staff. First: npm run owner -- EMAIL --revoke',
  order: 'Under way: order',
  payment: 'A payment is open: order',
  refund: 'A refund is not done: order',
};

function refusalText(refused: z.infer<typeof Refusal>[]): string {
  const lines = refused.map(({ why, about }) => [REASONS[why], about].filter(Boolean).join(' '));
  return ['Nothing was deleted.', ...lines].join('\n');
}
