import { AuthError } from '#auth-server/auth-error.ts';
import { guessesOf } from '#auth-server/passwords/guesses.ts';
import { queueShares } from '#auth-server/passwords/hash-queue.ts';
import { passwordsReplacedSince } from '#auth-server/passwords/password-history.ts';
import { requireGoodPassword } from '#auth-server/passwords/password-problem.ts';
import type { UserRow } from '#auth-server/rows.ts';
import type { RequestService } from '#auth-server/service.ts';

/** For how long before the factor was added the stranger may already have been in the account. */
const COMPROMISED_BEFORE_MS = 7 * 86_400_000;

/**
 * From this time on the account may have been compromised: a password in force at this time is accepted, as the
 * stranger may have changed it first, and recovery codes generated since are removed.
 */
export function compromisedSince(addedAt: string): Date {
  return new Date(Date.parse(addedAt) - COMPROMISED_BEFORE_MS);
}

type UndoCheck = {
  user: UserRow;
  /** See `compromisedSince`. */
  since: Date;
  /** Identifies the link: only its holder can use up its tries. */
  link: string;
};

/**
 * Checks that the holder of an undo link knows the account's password: the current one, or one in force when the factor
 * was added or in the week before. For an account without a password in all that time the link is enough.
 *
 * @returns the hash of the new password.
 * @throws AuthError current_password_required, current_password_invalid, weak_password, same_password,
 * validation_failed, over_request_rate_limit.
 */
export async function checkUndoPasswords(
  service: RequestService,
  { user, since, link }: UndoCheck,
  { known, next }: { known: string; next: string },
): Promise<string> {
  const { store, passwords } = service;
  const shares = queueShares(service, user);
  await requireGoodPassword(service, next, user);
  const former = await passwordsReplacedSince(store, user.id, since);
  const hashes = [...(user.password_hash === null ? [] : [user.password_hash]), ...former];
  if (hashes.length > 0) {
    if (known === '') {
      throw new AuthError('current_password_required', { message: 'Please type your password.' });
    }
    await guessesOf(service, link).consume();
    if (!(await matchesAny(hashes, (hash) => passwords.verify(hash, known, shares)))) {
      throw new AuthError('current_password_invalid', { message: 'This password is wrong.' });
    }
  }
  if (next === known || (await passwords.verify(user.password_hash, next, shares))) {
    throw new AuthError('same_password');
  }
  return passwords.hash(next, shares);
}

async function matchesAny(
  hashes: readonly string[],
  matches: (hash: string) => Promise<boolean>,
): Promise<boolean> {
  for (const hash of hashes) {
    if (await matches(hash)) return true;
  }
  return false;
}
