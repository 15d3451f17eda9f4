import { type AuditEvent, note } from './audit.ts';
import type { PasswordGrantBody } from './bodies.ts';
import { neighbourhood } from './client-address.ts';
import { AuthFault, invalid } from './fault.ts';
import { turnOfStrangers } from './known-network.ts';
import { takeInTurn } from './limits.ts';
import type { AccountRow, UserRow } from './rows.ts';
import type { Service, Visit } from './service.ts';
import { openSession } from './sessions/session.ts';
import type { Statements } from './store.ts';
import { isBanned } from './user.ts';

/**
 * Opens a session for an e-mail address and its password. An unknown address and a wrong password do the
 * same work and are answered the same.
 *
 * @throws AuthFault invalid_credentials, email_not_confirmed, user_banned, validation_failed, over_request_rate_limit.
 */
export async function signIn(
  service: Service,
  body: PasswordGrantBody,
  visit: Visit,
): Promise<AccountRow> {
  const { store, passwords, clock } = service;
  const { email, password } = requireCredentials(body);
  const [found] = await Promise.all([
    findUserByEmail(store, email),
    countAttempt(service, email, visit), // counted before the password is looked at, or a thousand at once all pass
  ]);
  const hashed = found?.password_hash ?? null;
  if (!(await passwords.verify(hashed, password)) || !found || hashed === null) {
    await note(store, {
      at: clock(),
      event: 'sign_in_failed',
      userId: found?.id ?? null,
      sessionId: null,
      address: visit.address,
    });
    throw new AuthFault('invalid_credentials');
  }
  if (!found.email_confirmed_at) throw new AuthFault('email_not_confirmed');
  const [account] = await Promise.all([
    openSession(service, found, 'password', visit, {
      rehashed: passwords.isOutdated(hashed) ? await passwords.hash(password) : null,
    }),
    forgiveAttempt(service, email, visit),
  ]);
  if (account) return account;
  throw new AuthFault(isBanned(found, clock()) ? 'user_banned' : 'invalid_credentials', {
    status: 400,
  });
}

function requireCredentials({ email, phone, password }: PasswordGrantBody) {
  if (phone)
    throw new AuthFault('phone_provider_disabled', { message: 'Phone logins are disabled' });
  if (!email) throw invalid('missing email or phone');
  if (!password) throw new AuthFault('invalid_credentials');
  return { email, password };
}

/** The account of an address. */
export async function findUserByEmail(
  statements: Statements,
  email: string,
): Promise<UserRow | undefined> {
  const [row] = await statements.rows<{ user: UserRow }>(
    'select auth.with_factors(to_jsonb(u)) as user from auth.users u where email = $1',
    [email],
  );
  return row?.user;
}

/** The narrowest first: who is stopped there locks out neither a neighbour nor the account's owner elsewhere. */
async function countAttempt(service: Service, email: string, visit: Visit): Promise<void> {
  const { limits, store } = service;
  const from = neighbourhood(visit.address);
  const account = { key: email, email, by: ['signed_in'] satisfies AuditEvent[] };
  await takeInTurn(store, [
    limits.signInPair.turn(`${from} ${email}`),
    limits.signInAddress.turn(from),
    limits.signInTries.turn(from),
    turnOfStrangers(service, limits.signInAccount, account, visit),
  ]);
}

/** A right password is no attempt at guessing. */
async function forgiveAttempt({ limits }: Service, email: string, visit: Visit): Promise<void> {
  const from = neighbourhood(visit.address);
  await Promise.all([
    limits.signInPair.forget(`${from} ${email}`),
    limits.signInAddress.giveBack(from),
    limits.signInAccount.giveBack(email),
  ]);
}
