import { AuthError } from './auth-error.ts';
import type { AccountRow } from './rows.ts';
import type { RequestService } from './service.ts';
import { mfaRequired } from './user.ts';

export const SIGN_OUT_SCOPES = ['global', 'local', 'others'] as const;
type SignOutScope = (typeof SIGN_OUT_SCOPES)[number];

/**
 * Ends this session, all the others, or all of them; their access tokens stop working at once.
 *
 * @throws AuthError insufficient_aal: an attacker with only the password ends no session of the owner's.
 */
export async function signOut(
  { store, clock, client }: RequestService,
  account: AccountRow,
  scope: SignOutScope,
): Promise<void> {
  const { user, session } = account;
  if (scope !== 'local' && mfaRequired(account)) {
    throw new AuthError('insufficient_aal', {
      status: 403,
      message: 'AAL2 required to end other sessions',
    });
  }
  await store.rows(
    `with ended as (
       delete from auth.sessions
       where user_id = $1
         and case $3 when 'local' then id = $2 when 'others' then id <> $2 else true end
     )
     insert into auth.audit_log (at, event, user_id, session_id, address, details)
     values ($4, 'signed_out', $1, $2, $5, jsonb_build_object('scope', $3::text))`,
    [user.id, session.id, scope, clock(), client.address],
  );
}
