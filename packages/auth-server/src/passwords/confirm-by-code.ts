import { note } from '../audit.ts';
import type { AccountRow } from '../rows.ts';
import type { Service, Visit } from '../service.ts';
import { replaceTokens } from '../sessions/replace-tokens.ts';
import { spendReauthentication } from './reauthenticate.ts';

/**
 * Takes a mailed code as proof that the session is its user's: for accounts without a password, which cannot sign in
 * again to prove it.
 *
 * @throws AuthFault reauthentication_not_valid, over_request_rate_limit.
 */
export async function confirmByCode(
  service: Service,
  account: AccountRow,
  code: string,
  visit: Visit,
): Promise<void> {
  const { store, limits, clock } = service;
  const { user, session } = account;
  await limits.changePassword.take(session.id);
  await spendReauthentication(service, account, code);
  const proof = { method: 'otp', timestamp: Math.floor(clock().getTime() / 1000) };
  const amr = [proof, ...session.amr.filter(({ method }) => method !== 'otp')];
  await store.transact(async (tx) => {
    await tx.rows('update auth.sessions set amr = $2 where id = $1', [
      session.id,
      JSON.stringify(amr),
    ]);
    await replaceTokens(tx, session.id);
    await note(tx, {
      at: clock(),
      event: 'reauthenticated',
      userId: user.id,
      sessionId: session.id,
      address: visit.address,
    });
  });
}
