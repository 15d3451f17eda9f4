import { AuthFault } from '#auth-server/fault.ts';
import { formerSince } from '#auth-server/passwords/former-passwords.ts';
import { requireStrongPassword } from '#auth-server/passwords/password-rules.ts';
import type { UserRow } from '#auth-server/rows.ts';
import type { Service } from '#auth-server/service.ts';

/** For how long before the factor was added the stranger may already have been in the account. */
const BEFORE_MS = 7 * 86_400_000;

/**
 * From this time on nothing is trusted to be the owner's: a password in force then is accepted, as the stranger may
 * have changed it first, and recovery codes generated since are removed.
 */
export function strangerSince(addedAt: string): Date {
  return new Date(Date.parse(addedAt) - BEFORE_MS);
}

type Undoing = {
  user: UserRow;
  /** See `strangerSince`. */
  since: Date;
  /** Identifies the link: only its holder can use up its tries. */
  link: string;
};

/**
 * Checks that the holder of an undo link knows the account's password: the current one, or one in force when the factor
 * was added or in the week before. For an account without a password in all that time the link is enough.
 *
 * @returns the hash of the new password.
 * @throws AuthFault current_password_required, current_password_invalid, weak_password, same_password, validation_failed,
 * over_request_rate_limit.
 */
export async function checkUndoPasswords(
  service: Service,
  { user, since, link }: Undoing,
  { known, next }: { known: string; next: string },
): Promise<string> {
  const { store, passwords, limits } = service;
  requireStrongPassword(next, user, service.settings);
  const former = await formerSince(store, user.id, since);
  const hashes = [...(user.password_hash === null ? [] : [user.password_hash]), ...former];
  if (hashes.length > 0) {
    if (known === '') {
      throw new AuthFault('current_password_required', { message: 'Please type your password.' });
    }
    await limits.changePassword.take(link);
    if (!(await matchesOne(service, hashes, known))) {
      throw new AuthFault('current_password_invalid', { message: 'This password is wrong.' });
    }
  }
  if (next === known || (await passwords.verify(user.password_hash, next))) {
    throw new AuthFault('same_password');
  }
  return passwords.hash(next);
}

async function matchesOne(
  { passwords }: Service,
  hashes: readonly string[],
  typed: string,
): Promise<boolean> {
  for (const hash of hashes) {
    if (await passwords.verify(hash, typed)) return true;
  }
  return false;
}
