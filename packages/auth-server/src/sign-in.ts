import { countRequests, type LimitExceeded, uncountRequests } from '@aparajita/postgres/rate-limit';
import { withFactors } from './account-queries.ts';
import { isBanned } from './assurance.ts';
import { writeAudit } from './audit-log.ts';
import { AuthError, invalid } from './auth-error.ts';
import { queueShares } from './passwords/hash-queue.ts';
import { consumeOrChallenge } from './rate-limits.ts';
import type { PasswordGrantBody } from './request-bodies.ts';
import type { AccountRow, RequestService, Statements, UserRow } from './service.ts';
import { openSession } from './sessions/session.ts';

/**
 * Opens a session for an email address and its password. An unknown address, a wrong password and an unconfirmed
 * address do the same work and get the same response: a sign-in right after a sign-up must not reveal whether the
 * address had an account.
 *
 * @throws AuthError invalid_credentials, user_banned, validation_failed, captcha_failed, over_request_rate_limit.
 */
export async function signIn(
  service: RequestService,
  body: PasswordGrantBody,
): Promise<AccountRow> {
  const { store, passwords, clock, settings } = service;
  const { email, password } = body;
  if (!email) throw invalid('missing email');
  if (!password) throw new AuthError('invalid_credentials');
  const found = await findUserByEmail(store, email);
  // Counted before the password is checked, or a thousand at once would all pass.
  const harmless = await countAttempt(service, { email, found }, body);
  const hashed = found?.password_hash ?? null;
  const shares = queueShares(service, null);
  const matches = await passwords.verify(hashed, password, shares);
  if (!matches || !found?.email_confirmed_at || hashed === null) {
    await writeAudit(service, store, 'sign_in_failed', { user: found });
    throw new AuthError('invalid_credentials', settings.confirmEmail ? UNCONFIRMED : {});
  }
  const [account] = await Promise.all([
    openSession(service, found, 'password', {
      rehashed: passwords.isOutdated(hashed) ? await passwords.hash(password, shares) : null,
    }),
    uncountRequests(store.rows, harmless),
  ]);
  if (account) return account;
  throw new AuthError(isBanned(found, clock()) ? 'user_banned' : 'invalid_credentials', {
    status: 400,
  });
}

/** The response to every failed sign-in. */
const UNCONFIRMED = {
  message:
    'Invalid login credentials. If you have just signed up, open the link in our email first; signing up once more sends a new one.',
};

/** Reads the account of an address without a lock. */
async function findUserByEmail(
  statements: Statements,
  email: string,
): Promise<UserRow | undefined> {
  const [row] = await statements.rows<{ user: UserRow }>(
    `select ${withFactors('u')} as user from auth.users u where email = $1`,
    [email],
  );
  return row?.user;
}

/**
 * Counts a sign-in. A browser with the account's device cookie is counted separately. All others are counted by network
 * and by account: past the network's limit a proof of work is needed, for every guess, and once for others on that
 * network with the right password; past the account's limit of guesses no password is accepted from a browser without
 * its device cookie.
 *
 * @returns what to uncount when the password was right: that was no guess.
 */
async function countAttempt(
  service: RequestService,
  { email, found }: { email: string; found: UserRow | undefined },
  { gotrue_meta_security: security }: PasswordGrantBody,
): Promise<{ decrement?: string[]; reset?: string[] }> {
  const { limit, store } = service;
  const device = found ? service.client.deviceOf(found.id) : null;
  if (device) {
    const own = limit('signInDevice').count(`${device.id} ${email}`);
    // A thief who knew the password may have given many browsers the cookie before it was changed.
    const all = limit('signInAccount').count(`known ${email}`);
    if (!(await countRequests(store.rows, [own, all]))) return { decrement: [all.key] };
  }
  const pair = limit('signInPair').countOrChallenge(`${service.client.network} ${email}`);
  // By site: one customer of IPv6 has as many networks as it likes.
  const site = service.client.site ?? service.client.network;
  const pairInAll = limit('signInPairInAll').count(`${site} ${email}`);
  const network = limit('signInNetwork').byNetwork(service.client);
  const tries = limit('signInTries').byNetwork(service.client);
  const account = limit('signInAccount').count(email);
  const counts = [pair, pairInAll, ...network, ...tries, account];
  const paying = { purpose: 'signIn', token: security?.captcha_token };
  await consumeOrChallenge(service, counts, paying, lockedOut);
  return { reset: [pair.key], decrement: [pairInAll, ...network, account].map(({ key }) => key) };
}

/** The same error for any address, with or without an account. */
function lockedOut({ retryAfterSeconds }: LimitExceeded): AuthError {
  return new AuthError('over_request_rate_limit', {
    retryAfterSeconds,
    message:
      'Too many wrong passwords for this account. Use ‘Forgot password?’: the link that we mail you works at once. Where you have signed in before, your password works too.',
  });
}
