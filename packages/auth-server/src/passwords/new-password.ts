import { writeAudit } from '#auth-server/audit-log.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import { countGuess } from '#auth-server/rate-limits.ts';
import type { PasswordChangeBody } from '#auth-server/request-bodies.ts';
import type { AccountRow, PasswordOwner, RequestService, Service } from '#auth-server/service.ts';
import { queueShares } from './hash-queue.ts';

/** For how long a session from a reset link may set a password without the old one. */
const RECOVERY_MS = 3_600_000;

/** The hash of a new password, and whether the current one was typed for it. */
export type CheckedPassword = { hash: string; byCurrent: boolean };

/**
 * Checks a new password from a user who knows the current one, or has just used a reset link.
 *
 * @throws AuthError weak_password, same_password, current_password_required, current_password_invalid,
 * over_request_rate_limit, request_timeout.
 */
export async function checkNewPassword(
  service: RequestService,
  account: AccountRow,
  { password, current_password: current }: PasswordChangeBody,
): Promise<CheckedPassword> {
  const { passwords, store } = service;
  const { user, session } = account;
  await requireGoodPassword(service, password, user);
  const byCurrent = !justRecovered(account, service.clock());
  if (byCurrent && !current) throw new AuthError('current_password_required');
  await countGuess(service, session.id); // correct tries count too: each costs three hashes
  const matches = (typed: string) =>
    passwords.verify(user.password_hash, typed, queueShares(service, user));
  if (byCurrent && !(current && (await matches(current)))) {
    await writeAudit(service, store, 'password_change_failed', { user, session });
    throw new AuthError('current_password_invalid');
  }
  // A typed current password has been compared already; otherwise only the hash can tell.
  if (current === password || (await matches(password))) throw new AuthError('same_password');
  return { hash: await passwords.hash(password, queueShares(service, user)), byCurrent };
}

function justRecovered({ session: { amr } }: AccountRow, now: Date): boolean {
  return amr.some(
    ({ method, timestamp }) =>
      method === 'recovery' && now.getTime() - timestamp * 1000 < RECOVERY_MS,
  );
}

/** @throws AuthError weak_password with the reasons. */
export async function requireGoodPassword(
  { passwordProblem }: Pick<Service, 'passwordProblem'>,
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  const problem = await passwordProblem(password, owner);
  if (!problem) return;
  const { message, reasons: weakPassword } = problem;
  throw new AuthError('weak_password', { message, weakPassword });
}
