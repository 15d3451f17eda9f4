import { writeAudit } from '#auth-server/audit-log.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import { queueShares } from '#auth-server/passwords/hash-queue.ts';
import type { AccountRow } from '#auth-server/rows.ts';
import type { RequestService } from '#auth-server/service.ts';
import { lockOpenSession } from '#auth-server/sessions/lock-open-session.ts';
import type { FactorRow } from './challenge.ts';
import { normalizeRecoveryCode, prefixOf } from './recovery-code-format.ts';
import { countCodes } from './recovery-codes.ts';
import { stepUpSession } from './step-up.ts';

/**
 * Accepts a recovery code instead of another factor, once: the session becomes aal2 and gets new tokens.
 *
 * @throws AuthError mfa_verification_failed, mfa_recovery_codes_locked, session_not_found, session_expired,
 * request_timeout.
 */
export async function redeemRecoveryCode(
  service: RequestService,
  account: AccountRow,
  typed: string,
): Promise<AccountRow> {
  const { store, passwords, limit } = service;
  const { user, session } = account;
  // Limited per session: a code cannot be guessed, each try costs a hash, and an attacker with the password locks out
  // nobody else.
  await limit('changePassword').consume(`recovery code ${session.id}`).catch(asRecoveryCodesLocked);
  const code = normalizeRecoveryCode(typed);
  const [stored] = await store.rows<{ factor: FactorRow; code_hash: string }>(
    `select to_jsonb(f) - 'secret' as factor, c.code_hash
     from auth.factors f join auth.recovery_codes c on c.factor_id = f.id
     where f.user_id = $1 and f.factor_type = 'recovery_code' and c.hint = $2`,
    [user.id, code ? prefixOf(code) : ''],
  );
  const shares = queueShares(service, user);
  if (!(await passwords.verify(stored?.code_hash ?? null, code ?? '', shares)) || !stored) {
    await writeAudit(
      service,
      store,
      'factor_failed',
      { user, session },
      { factor_type: 'recovery_code' },
    );
    throw invalidRecoveryCode();
  }
  const { factor, code_hash: hash } = stored;
  return store.transact(async (tx) => {
    await lockOpenSession(tx, account);
    const spent = await tx.rows(
      'delete from auth.recovery_codes where factor_id = $1 and code_hash = $2 returning hint',
      [factor.id, hash],
    );
    if (spent.length === 0) throw invalidRecoveryCode(); // the same code was sent twice at once
    const left = await countCodes(tx, factor.id);
    await service.queueEmail(
      { kind: 'recovery_code_used', to: user.email, userId: user.id, left },
      tx,
    );
    return stepUpSession(service, tx, account, {
      factor,
      method: 'mfa/recovery_code',
      event: 'recovery_code_used',
      recordInAmr: true,
    });
  });
}

function invalidRecoveryCode(): AuthError {
  return new AuthError('mfa_verification_failed', { message: 'Invalid recovery code entered' });
}

/** The protocol has its own error code for this limit. */
function asRecoveryCodesLocked(error: unknown): never {
  if (error instanceof AuthError && error.code === 'over_request_rate_limit') {
    const { retryAfterSeconds: seconds } = error;
    throw new AuthError('mfa_recovery_codes_locked', {
      ...(seconds !== undefined && { retryAfterSeconds: seconds }),
    });
  }
  throw error;
}
