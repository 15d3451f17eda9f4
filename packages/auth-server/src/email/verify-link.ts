import type * as z from 'zod';
import { withFactors } from '#auth-server/account-queries.ts';
import { AuthError, invalid } from '#auth-server/auth-error.ts';
import type { VerifyBody } from '#auth-server/request-bodies.ts';
import type { AccountRow, RequestService, Statements, UserRow } from '#auth-server/service.ts';
import { openSession } from '#auth-server/sessions/session.ts';
import { changeEmail } from './email-change.ts';
import { consumeToken, type OneTimeToken, type TokenKind } from './one-time-token.ts';

/** The token kinds that each type of the protocol accepts. */
const KINDS = new Map<string, readonly TokenKind[]>([
  ['signup', ['signup']],
  ['recovery', ['recovery']],
  ['email_change', ['email_change_current', 'email_change_new']],
]);

/**
 * Consumes the token of an emailed link, and does what it was emailed for.
 *
 * @returns undefined when the other mailbox must confirm, too.
 * @throws AuthError otp_expired, user_banned, email_exists, validation_failed.
 */
export async function verifyLink(
  service: RequestService,
  { token_hash: token, type }: z.infer<typeof VerifyBody>,
): Promise<AccountRow | undefined> {
  const kinds = KINDS.get(type ?? '');
  if (!kinds) throw invalid('Unsupported verification type');
  if (!token) throw invalid('Verify requires a token hash');
  return service.store.transact(async (tx) => {
    const spent = await consumeToken(tx, token, kinds, service.clock());
    const user = await (type === 'email_change' ? changeEmail : confirm)(service, tx, spent);
    if (!user) return undefined;
    const account = await openSession(service, user, spent.proof, { tx });
    if (!account) throw new AuthError('user_banned');
    return account;
  });
}

/**
 * Following a link proves access to the mailbox. On an unconfirmed account a password counts only if it was typed by
 * the sign-up whose link this is: a stranger may have signed the address up before. If concurrent sign-ups have
 * discarded the password, the link confirms nothing: its page would ask for none.
 */
async function confirm(
  { clock }: RequestService,
  tx: Statements,
  { kind, user_id, password_hash, user_metadata }: OneTimeToken,
): Promise<UserRow> {
  const [row] = await tx.rows<{ user: UserRow }>(
    `update auth.users u set
       password_hash = case when email_confirmed_at is null then $2 else password_hash end,
       user_metadata = case when email_confirmed_at is null then coalesce($3, '{}'::jsonb) else user_metadata end,
       email_confirmed_at = coalesce(email_confirmed_at, $4), updated_at = $4
     where id = $1 and (email_confirmed_at is not null or $2::text is not null or $5 <> 'signup')
     returning ${withFactors('u')} as user`,
    [user_id, password_hash, user_metadata, clock(), kind],
  );
  if (!row) throw new AuthError('otp_expired');
  return row.user;
}
