import { uncountRequests } from '@aparajita/postgres/rate-limit';
import { writeAudit } from '#auth-server/audit-log.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import type { AccountRow, SessionRow } from '#auth-server/rows.ts';
import type { RequestService, Service } from '#auth-server/service.ts';
import { requireStrongPassword } from './password-rules.ts';
import { consumeReauthenticationCode } from './reauthenticate.ts';

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
  service: RequestService,
  account: AccountRow,
  { password, current_password: current, nonce }: NewPassword,
): Promise<string> {
  const { user, session } = account;
  const { limit, passwords, clock } = service;
  const words = await service.wordsAbout(user.id);
  requireStrongPassword(password, { ...user, words }, service.settings);
  // Limited per session: a thief who guesses in one does not use up the limit of the owner's others. Correct tries
  // count too: each costs three hashes.
  await limit('changePassword').consume(session.id);
  if (nonce) {
    await consumeReauthenticationCode(service, account, nonce);
  } else if (!justRecovered(session, clock())) {
    await checkCurrent(service, account, current);
  }
  if (await isCurrent(service, account, password, current)) throw new AuthError('same_password');
  return passwords.hash(password);
}

function justRecovered({ amr }: SessionRow, now: Date): boolean {
  return amr.some(
    ({ method, timestamp }) =>
      method === 'recovery' && now.getTime() - timestamp * 1000 < RECOVERY_MS,
  );
}

async function checkCurrent(
  service: RequestService,
  { user, session }: AccountRow,
  current: string | null | undefined,
): Promise<void> {
  const { passwords, store, limit } = service;
  if (!current) {
    await uncountRequests(store.rows, { less: [limit('changePassword').count(session.id).key] });
    throw new AuthError('current_password_required');
  }
  if (await passwords.verify(user.password_hash, current)) return;
  await writeAudit(service, store, 'password_change_failed', { user, session });
  throw new AuthError('current_password_invalid');
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
