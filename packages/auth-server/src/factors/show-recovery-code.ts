import { note } from '#auth-server/audit.ts';
import { AuthFault } from '#auth-server/fault.ts';
import type { AccountRow } from '#auth-server/rows.ts';
import type { Service, Visit } from '#auth-server/service.ts';
import type { FactorRow } from './challenge.ts';
import { lockUser, stepUpSession } from './raise-session.ts';
import { hintOf, readRecoveryCode } from './recovery-code.ts';
import { countCodes } from './recovery-codes.ts';

/**
 * Accepts a recovery code instead of another factor, once: the session becomes aal2 and gets new tokens.
 *
 * @throws AuthFault mfa_verification_failed, mfa_recovery_codes_locked, session_not_found.
 */
export async function redeemRecoveryCode(
  service: Service,
  account: AccountRow,
  typed: string,
  visit: Visit,
): Promise<AccountRow> {
  const { store, passwords, limits, clock } = service;
  const { user, session } = account;
  // Limited per session: a code cannot be guessed, each try costs a hash, and an attacker with the password locks out
  // nobody else.
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
    if (spent.length === 0) throw wrong(); // the same code was sent twice at once
    const left = await countCodes(tx, factor.id);
    await service.post({ kind: 'recovery_code_used', to: user.email, userId: user.id, left }, tx);
    const raise = { factor, method: 'mfa/recovery_code', event: 'recovery_code_used' } as const;
    return stepUpSession(service, tx, account, raise, visit);
  });
}

function wrong(): AuthFault {
  return new AuthFault('mfa_verification_failed', { message: 'Invalid recovery code entered' });
}

/** The protocol has its own error code for this limit. */
function nameLock(error: unknown): never {
  if (error instanceof AuthFault && error.code === 'over_request_rate_limit') {
    const { retryAfterSeconds: seconds } = error;
    throw new AuthFault('mfa_recovery_codes_locked', {
      ...(seconds !== undefined && { retryAfterSeconds: seconds }),
    });
  }
  throw error;
}
