import { writeAudit } from '#auth-server/audit-log.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import type { AccountRow, SessionRow } from '#auth-server/rows.ts';
import type { RequestService } from '#auth-server/service.ts';
import { type Guesses, guessesOf } from './guesses.ts';
import { queueShares } from './hash-queue.ts';
import { requireGoodPassword } from './password-problem.ts';
import { consumeReauthenticationCode } from './reauthenticate.ts';

/** For how long a session from a reset link may set a password without the old one. */
const RECOVERY_MS = 3_600_000;

/** The hash of a new password, and whether the current one was typed for it. */
export type CheckedPassword = { hash: string; byCurrent: boolean };

type NewPassword = {
  password: string;
  current_password?: string | null | undefined;
  nonce?: string | null | undefined;
};

/**
 * Checks a new password from a user who knows the current one, sent an emailed code, or has just used a reset link.
 */
export async function checkNewPassword(
  service: RequestService,
  account: AccountRow,
  { password, current_password: current, nonce }: NewPassword,
): Promise<CheckedPassword> {
  const { user, session } = account;
  const { passwords, clock } = service;
  await requireGoodPassword(service, password, user);
  const guesses = guessesOf(service, session.id);
  await guesses.consume(); // correct tries count too: each costs three hashes
  const byCurrent = !nonce && !justRecovered(session, clock());
  if (nonce) {
    await consumeReauthenticationCode(service, account, nonce);
  } else if (byCurrent) {
    await checkCurrent(service, account, current, guesses);
  }
  if (await isCurrent(service, account, password, current)) throw new AuthError('same_password');
  return { hash: await passwords.hash(password, queueShares(service, user)), byCurrent };
}

function justRecovered({ amr }: SessionRow, now: Date): boolean {
  return amr.some(
    ({ method, timestamp }) =>
      method === 'recovery' && now.getTime() - timestamp * 1000 < RECOVERY_MS,
  );
}

async function checkCurrent(
  service: RequestService,
  account: AccountRow,
  current: string | null | undefined,
  guesses: Guesses,
): Promise<void> {
  const { passwords, store } = service;
  const { user, session } = account;
  if (!current) {
    await guesses.uncount();
    throw new AuthError('current_password_required');
  }
  if (await passwords.verify(user.password_hash, current, queueShares(service, user))) {
    return;
  }
  await writeAudit(service, store, 'password_change_failed', { user, session });
  throw new AuthError('current_password_invalid');
}

/** A typed current password has been compared already; otherwise only the hash can tell. */
async function isCurrent(
  service: RequestService,
  { user }: AccountRow,
  password: string,
  current: string | null | undefined,
): Promise<boolean> {
  if (current === password) return true;
  return service.passwords.verify(user.password_hash, password, queueShares(service, user));
}
