import { AuthError, invalid } from '#auth-server/auth-error.ts';
import type { AccountRow, UserRow } from '#auth-server/rows.ts';
import type { RequestService, Service } from '#auth-server/service.ts';
import { openSession } from '#auth-server/sessions/session.ts';
import type { Statements } from '#auth-server/store.ts';
import { changeEmail } from './email-change.ts';
import {
  consumeToken,
  hashToken,
  makeToken,
  type OneTimeToken,
  storeToken,
  type TokenKind,
} from './one-time-token.ts';

/** The token kinds that each type of the protocol accepts. */
const KINDS = new Map<string, TokenKind[]>([
  ['signup', ['signup']],
  ['recovery', ['recovery']],
  ['magiclink', ['magiclink']],
  ['email', ['signup', 'magiclink']],
  ['email_change', ['email_change_current', 'email_change_new']],
]);

/**
 * The result of a link: a session, a code for the browser that requested it (PKCE), or nothing yet because the other
 * mailbox must confirm too.
 */
export type Verified =
  | { outcome: 'session'; account: AccountRow }
  | { outcome: 'code'; code: string }
  | { outcome: 'other_mailbox_pending' };

type TokenRequest = { token: string; type: string; email?: string | null; followed: boolean };

/**
 * Consumes an emailed token and does what it was emailed for. With `email` the token must have been sent there;
 * `followed` says that it comes from the link itself.
 *
 * @throws AuthError otp_expired, user_banned, email_exists, validation_failed.
 */
export async function verifyToken(
  service: RequestService,
  { token, type, email = null, followed }: TokenRequest,
): Promise<Verified> {
  const kinds = KINDS.get(type);
  if (!kinds) throw invalid('Unsupported verification type');
  return service.store.transact(async (tx) => {
    const spent = await consumeToken(tx, token, kinds, service.clock(), email);
    // A PKCE link works only when followed, and only in the requesting browser.
    if (spent.code_challenge !== null && !followed) throw new AuthError('otp_expired');
    const user = await applyToken(service, tx, spent);
    if (!user) return { outcome: 'other_mailbox_pending' };
    if (spent.code_challenge !== null) {
      return { outcome: 'code', code: await createAuthCode(service, tx, spent) };
    }
    const account = await openSession(service, user, spent.proof, { tx });
    if (!account) throw new AuthError('user_banned');
    return { outcome: 'session', account };
  });
}

/** @returns undefined when the other mailbox has not confirmed yet. */
async function applyToken(
  service: RequestService,
  tx: Statements,
  spent: OneTimeToken,
): Promise<UserRow | undefined> {
  switch (spent.kind) {
    case 'email_change_current':
    case 'email_change_new':
      return changeEmail(service, tx, spent);
    default:
      return confirm(service, tx, spent);
  }
}

/**
 * Following a link proves access to the mailbox. On an unconfirmed account a password counts only if it was typed by
 * the sign-up whose link this is: a stranger may have signed the address up before. If concurrent sign-ups have
 * discarded the password, the link confirms nothing: its page would ask for none.
 */
async function confirm(
  { clock }: Service,
  tx: Statements,
  { kind, user_id, password_hash, user_metadata }: OneTimeToken,
): Promise<UserRow> {
  const [row] = await tx.rows<{ user: UserRow }>(
    `update auth.users u set
       password_hash = case when email_confirmed_at is null then $2 else password_hash end,
       user_metadata = case when email_confirmed_at is null then coalesce($3, '{}'::jsonb) else user_metadata end,
       email_confirmed_at = coalesce(email_confirmed_at, $4), updated_at = $4
     where id = $1 and (email_confirmed_at is not null or $2::text is not null or $5 <> 'signup')
     returning auth.with_factors(to_jsonb(u)) as user`,
    [user_id, password_hash, user_metadata, clock(), kind],
  );
  if (!row) throw new AuthError('otp_expired');
  return row.user;
}

/** Valid for five minutes, for whoever knows the challenge's verifier. */
async function createAuthCode(
  { clock }: Service,
  tx: Statements,
  { user_id, email, proof, code_challenge, code_challenge_method }: OneTimeToken,
): Promise<string> {
  const code = makeToken(null);
  await storeToken(tx, {
    tokenHash: hashToken(code),
    userId: user_id,
    kind: 'auth_code',
    email,
    now: clock(),
    seconds: 300,
    proof,
    codeChallenge:
      code_challenge !== null && code_challenge_method !== null
        ? { challenge: code_challenge, method: code_challenge_method }
        : null,
  });
  return code;
}
