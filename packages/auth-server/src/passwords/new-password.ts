import { uncountRequests } from '@aparajita/postgres/rate-limit';
import { note } from '#auth-server/audit.ts';
import { AuthFault } from '#auth-server/fault.ts';
import type { AccountRow, SessionRow } from '#auth-server/rows.ts';
import type { Service, Visit } from '#auth-server/service.ts';
import { requireStrongPassword } from './password-rules.ts';
import { spendReauthentication } from './reauthenticate.ts';

/** For how long a session from a reset link may set a password without the old one. */
const RECOVERY_MS = 3_600_000;

type NewPassword = {
  password: string;
  current_password?: string | null | undefined;
  nonce?: string | null | undefined;
};

/**
 * Checks a new password from a user who knows the current one, sent a mailed code, or has just used a reset link.
 *
 * @returns the hash of the new password.
 */
export async function checkNewPassword(
  service: Service,
  account: AccountRow,
  { password, current_password: current, nonce }: NewPassword,
  visit: Visit,
): Promise<string> {
  const { user, session } = account;
  const { limits, passwords, clock } = service;
  requireStrongPassword(password, user, service.settings);
  // Limited per session: a thief who guesses in one does not use up the limit of the owner's others. Correct tries
  // count too: each costs three hashes.
  await limits.changePassword.take(session.id);
  if (nonce) {
    await spendReauthentication(service, account, nonce);
  } else if (!justRecovered(session, clock())) {
    await checkCurrent(service, account, current, visit);
  }
  if (await isCurrent(service, account, password, current)) throw new AuthFault('same_password');
  return passwords.hash(password);
}

function justRecovered({ amr }: SessionRow, now: Date): boolean {
  return amr.some(
    ({ method, timestamp }) =>
      method === 'recovery' && now.getTime() - timestamp * 1000 < RECOVERY_MS,
  );
}

async function checkCurrent(
  { passwords, store, clock, limits }: Service,
  { user, session }: AccountRow,
  current: string | null | undefined,
  visit: Visit,
): Promise<void> {
  if (!current) {
    await uncountRequests(store.rows, { less: [limits.changePassword.turn(session.id).key] });
    throw new AuthFault('current_password_required');
  }
  if (await passwords.verify(user.password_hash, current)) return;
  await note(store, {
    at: clock(),
    event: 'password_change_failed',
    userId: user.id,
    sessionId: session.id,
    address: visit.address,
  });
  throw new AuthFault('current_password_invalid');
}

/** A typed current password has been compared already; otherwise only the hash can tell. */
async function isCurrent(
  { passwords }: Service,
  { user }: AccountRow,
  password: string,
  current: string | null | undefined,
): Promise<boolean> {
  return current === password || (await passwords.verify(user.password_hash, password));
}
