import { randomInt, timingSafeEqual } from 'node:crypto';
import type { LimitExceeded } from '@aparajita/postgres/rate-limit';
import { lockOpenSession, requireSession } from '#auth-server/account-queries.ts';
import { hasVerifiedFactor, requireSecondFactor } from '#auth-server/assurance.ts';
import { writeAudit } from '#auth-server/audit-log.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import { countEmail, isDailyLimit } from '#auth-server/email/email-limits.ts';
import { storeToken } from '#auth-server/email/one-time-token.ts';
import { countGuess } from '#auth-server/rate-limits.ts';
import type {
  AccountRow,
  RequestService,
  Service,
  SessionRow,
  Statements,
} from '#auth-server/service.ts';
import { revokeAllTokens } from '#auth-server/sessions/end-sessions.ts';

/** A typed code expires soon and allows few tries (OWASP ASVS 5.0, 6.5.5 and 6.6.3). */
const CODE_LIFETIME_SECONDS = 600;
const MAX_TRIES = 5;

/**
 * Emails a six-digit code that confirms the session: for accounts without a password, which cannot sign in again.
 *
 * @throws AuthError insufficient_aal, reauthentication_needed (the user has a factor), email_not_confirmed,
 * over_email_send_rate_limit when this session was emailed a code that is still valid, over_request_rate_limit when it
 * has none, session_not_found, session_expired.
 */
export async function reauthenticate(service: RequestService, account: AccountRow): Promise<void> {
  const { user, session } = account;
  requireSecondFactor(account);
  requireNoFactor(account);
  if (!service.canSendEmail) throw new AuthError('email_provider_disabled');
  if (!user.email_confirmed_at) throw new AuthError('email_not_confirmed');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await service.store.transact(async (tx) => {
    await lockOpenSession(tx, account);
    const email = { email: user.email, session };
    const refused = await countEmail(service, tx, 'reauthentication', email);
    if (refused) {
      const isEmailed = await hasCode(service, tx, session);
      throw isEmailed ? new AuthError('over_email_send_rate_limit') : codeLimitError(refused);
    }
    await storeToken(tx, {
      tokenHash: hashCode(service, account, code),
      userId: user.id,
      kind: 'reauthentication',
      email: user.email,
      sessionId: session.id,
      now: service.clock(),
      seconds: CODE_LIFETIME_SECONDS,
    });
    await service.queueEmail(tx, user, { kind: 'reauthentication', code });
    await writeAudit(service, tx, 'reauthentication_requested', { user, session });
  });
}

/** Whether a code that was emailed for this session is still valid. */
async function hasCode({ clock }: Service, tx: Statements, session: SessionRow): Promise<boolean> {
  const codes = await tx.rows(
    `select from auth.one_time_tokens
     where session_id = $1 and kind = 'reauthentication' and tries < $2 and expires_at > $3`,
    [session.id, MAX_TRIES, clock()],
  );
  return codes.length > 0;
}

/** Other sessions have used up the emails, or this one the tries of its codes. */
function codeLimitError(refused: LimitExceeded): AuthError {
  const { retryAfterSeconds } = refused;
  const pause = retryAfterSeconds > 60 ? 'for ten minutes' : 'for a minute';
  return new AuthError('over_request_rate_limit', {
    retryAfterSeconds,
    message: `No further code can be mailed ${isDailyLimit(refused) ? 'today' : pause}. Please use your password, or try again later.`,
  });
}

/**
 * Step-up by an emailed code. The session gets new tokens: all its old ones stop working, also for whoever has a copy.
 *
 * @throws AuthError reauthentication_not_valid, reauthentication_needed (the user has a factor),
 * over_request_rate_limit, session_not_found, session_expired, insufficient_aal.
 */
export async function stepUpByCode(
  service: RequestService,
  account: AccountRow,
  code: string,
): Promise<AccountRow> {
  const { store, clock } = service;
  const { user, session } = account;
  await countGuess(service, session.id);
  await consumeCode(service, account, code);
  const entry = { method: 'otp', timestamp: Math.floor(clock().getTime() / 1000) };
  const amr = [entry, ...session.amr.filter(({ method }) => method !== 'otp')];
  return store.transact(async (tx) => {
    await lockOpenSession(tx, account);
    await tx.rows('update auth.sessions set amr = $2 where id = $1', [
      session.id,
      JSON.stringify(amr),
    ]);
    await revokeAllTokens(tx, session.id, clock());
    await writeAudit(service, tx, 'reauthenticated', { user, session });
    return requireSession(tx, session.id);
  });
}

/** Consumes the session's code, or one of its tries. */
async function consumeCode(service: Service, account: AccountRow, code: string): Promise<void> {
  requireNoFactor(account);
  const [tried] = await service.store.rows<{ token_hash: Buffer; tries: number }>(
    `update auth.one_time_tokens set tries = tries + 1
     where session_id = $1 and kind = 'reauthentication' and tries < $2 and expires_at > $3
     returning token_hash, tries`,
    [account.session.id, MAX_TRIES, service.clock()],
  );
  const expected = hashCode(service, account, code);
  if (!tried) throw NEEDS_NEW_CODE;
  if (!timingSafeEqual(tried.token_hash, expected)) {
    throw tried.tries < MAX_TRIES ? WRONG_CODE : NEEDS_NEW_CODE;
  }
  const spent = await service.store.rows(
    'delete from auth.one_time_tokens where token_hash = $1 returning user_id',
    [expected],
  );
  if (spent.length === 0) throw NEEDS_NEW_CODE;
}

const WRONG_CODE = new AuthError('reauthentication_not_valid', { message: 'This code is wrong.' });
const NEEDS_NEW_CODE = new AuthError('reauthentication_not_valid', {
  message: 'This code has expired or was tried too often. Please ask for a new one.',
});

/**
 * Whoever holds an unlocked phone reads the email on it: where there is a factor, an emailed code proves nothing more.
 */
function requireNoFactor({ user }: AccountRow): void {
  if (!hasVerifiedFactor(user)) return;
  throw new AuthError('reauthentication_needed', {
    message: 'Please confirm with your second step. A code by email is not enough here.',
  });
}

/**
 * A plain hash of one of a million codes is soon reversed, so this is an HMAC with our secret. A code is valid only in
 * the session that requested it (OWASP ASVS 5.0, 6.6.2).
 */
function hashCode({ derivedKeys }: Service, { user, session }: AccountRow, code: string): Buffer {
  return derivedKeys.hmac('reauthentication', `${user.id} ${session.id} ${code}`);
}
