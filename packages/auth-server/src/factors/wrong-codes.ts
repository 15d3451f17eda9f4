import { type Count, countRequests, type LimitExceeded } from '@aparajita/postgres/rate-limit';
import { isEmailSession } from '#auth-server/assurance.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import type {
  AccountRow,
  RequestService,
  Service,
  SessionRow,
  Statements,
  UserRow,
} from '#auth-server/service.ts';

/**
 * Counts a try at a second factor. An attacker who knows the password can try codes, but must not lock out the owner: a
 * browser in which a factor was verified before has its own count, and so has a session opened by an emailed link, which
 * the password alone cannot open. The daily limit bounds the guesses however long they go on.
 *
 * @returns the keys of what was counted.
 * @throws AuthError over_request_rate_limit.
 */
export async function countTry(
  service: RequestService,
  { user, session }: AccountRow,
): Promise<string[]> {
  const { limit, store, client } = service;
  const device = client.deviceOf(user.id);
  if (device?.factor) {
    const own = limit('factorDevice').count(`${user.id} ${device.id}`);
    const known = [own, ...triesOf(service, `${user.id} known`)];
    if (!(await countRequests(store.rows, known))) return keysOf(known);
  }
  const shared = triesOf(service, isEmailSession(session) ? `${user.id} mailed` : user.id);
  const refused = await countRequests(store.rows, shared);
  if (refused) throw tooManyCodes(refused, session);
  return keysOf(shared);
}

/**
 * Emails the owner when a day has seen many wrong codes, once in that day. It counts codes, not refusals: somebody who
 * stays below every limit could guess for years unnoticed.
 */
export async function warnOfWrongCode(
  service: Service,
  tx: Statements,
  user: UserRow,
): Promise<void> {
  const { limit } = service;
  if (!(await countRequests(tx.rows, [limit('wrongCodes').count(user.id)]))) return;
  if (await countRequests(tx.rows, [limit('wrongCodesEmail').count(user.id)])) return;
  await service.queueEmail(tx, user, { kind: 'wrong_codes' });
}

/** The counts of sessions opened with the password have the user's id as their key. */
export function triesOf({ limit }: Pick<Service, 'limit'>, key: string): Count[] {
  return [limit('factor').count(key), limit('factorDay').count(key)];
}

function keysOf(counts: readonly Count[]): string[] {
  return counts.map(({ key }) => key);
}

function tooManyCodes({ retryAfterSeconds }: LimitExceeded, session: SessionRow): AuthError {
  const otherwise = isEmailSession(session)
    ? 'try again later.'
    : '‘Forgot password?’: after the link that we mail you, your code works. So it does where you have entered one before.';
  return new AuthError('over_request_rate_limit', {
    retryAfterSeconds,
    message: `Too many wrong codes for this account. Use a recovery code, or ${otherwise}`,
  });
}
