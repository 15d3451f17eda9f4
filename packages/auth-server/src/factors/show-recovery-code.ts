import { note } from '#auth-server/audit.ts';
import { AuthFault } from '#auth-server/fault.ts';
import type { AccountRow } from '#auth-server/rows.ts';
import type { Service, Visit } from '#auth-server/service.ts';
import type { FactorRow } from './challenge.ts';
import { lockUser, raiseSession } from './raise-session.ts';
import { hintOf, readRecoveryCode } from './recovery-code.ts';
import { countCodes } from './recovery-codes.ts';

/**
 * Takes a recovery code in place of another factor, once: the session rises to aal2 and goes on with new tokens.
 *
 * @throws AuthFault mfa_verification_failed, mfa_recovery_codes_locked, session_not_found.
 */
export async function showRecoveryCode(
  service: Service,
  account: AccountRow,
  typed: string,
  visit: Visit,
): Promise<AccountRow> {
  const { store, passwords, limits, clock } = service;
  const { user, session } = account;
  // By session: a code cannot be guessed, each try costs a hash, and whoever knows the password stops nobody else.
  await limits.changePassword.take(`recovery code ${session.id}`).catch(nameLock);
  const code = readRecoveryCode(typed);
  const [kept] = await store.rows<{ factor: FactorRow; code_hash: string }>(
    `select to_jsonb(f) - 'secret' as factor, c.code_hash
     from auth.factors f join auth.recovery_codes c on c.factor_id = f.id
     where f.user_id = $1 and f.factor_type = 'recovery_code' and c.hint = $2`,
    [user.id, code ? hintOf(code) : ''],
  );
  if (!(await passwords.verify(kept?.code_hash ?? null, code ?? '')) || !kept) {
    await note(store, {
      at: clock(),
      event: 'factor_failed',
      userId: user.id,
      sessionId: session.id,
      address: visit.address,
      details: { factor_type: 'recovery_code' },
    });
    throw wrong();
  }
  const { factor, code_hash: hash } = kept;
  return store.transact(async (tx) => {
    await lockUser(tx, user.id);
    const spent = await tx.rows(
      'delete from auth.recovery_codes where factor_id = $1 and code_hash = $2 returning hint',
      [factor.id, hash],
    );
    if (spent.length === 0) throw wrong(); // the same code came twice at once
    const left = await countCodes(tx, factor.id);
    await service.post({ kind: 'recovery_code_used', to: user.email, userId: user.id, left }, tx);
    const raise = { factor, method: 'mfa/recovery_code', event: 'recovery_code_used' } as const;
    return raiseSession(service, tx, account, raise, visit);
  });
}

function wrong(): AuthFault {
  return new AuthFault('mfa_verification_failed', { message: 'Invalid recovery code entered' });
}

/** The protocol has a name of its own for this limit. */
function nameLock(error: unknown): never {
  if (error instanceof AuthFault && error.code === 'over_request_rate_limit') {
    const { retryAfterSeconds: seconds } = error;
    throw new AuthFault('mfa_recovery_codes_locked', {
      ...(seconds !== undefined && { retryAfterSeconds: seconds }),
    });
  }
  throw error;
}
