import { writeAudit } from '#auth-server/audit-log.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import { queueShares } from '#auth-server/passwords/hash-queue.ts';
import { requireRecentAuthentication } from '#auth-server/recent-authentication.ts';
import type { AccountRow, UserRow } from '#auth-server/rows.ts';
import { consumeRecoveryCodesLimit } from '#auth-server/security-notices.ts';
import type { RequestService, Service } from '#auth-server/service.ts';
import { lockOpenSession } from '#auth-server/sessions/lock-open-session.ts';
import type { Statements } from '#auth-server/store.ts';
import { mfaRequired } from '#auth-server/user.ts';
import { generateRecoveryCodes, prefixOf, RECOVERY_CODES } from './recovery-code-format.ts';
import { findVerifiedFactors } from './verified-factors.ts';

/** The protocol's shape. */
const DEFAULT_NAME = 'Recovery codes';

type CodeSet = { id: string; friendly_name: string };

/** The public part of a set. @throws AuthError insufficient_aal, mfa_factor_not_found. */
export async function recoveryCodesResponse({ store }: Service, account: AccountRow) {
  if (mfaRequired(account)) throw new AuthError('insufficient_aal', { status: 403 });
  const set = await findSet(store, account.user.id);
  if (!set) throw new AuthError('mfa_factor_not_found');
  const left = await countCodes(store, set.id);
  return { id: set.id, type: 'recovery_code', total: RECOVERY_CODES, remaining: left };
}

/**
 * Generates a user's recovery codes: the first ones, or new ones that replace the old. Only this response ever contains
 * them.
 *
 * @throws AuthError insufficient_aal, reauthentication_needed, mfa_recovery_codes_sole_factor,
 * mfa_verified_factor_exists, mfa_factor_not_found, over_request_rate_limit, session_not_found, session_expired.
 */
export async function generateCodes(
  service: RequestService,
  account: AccountRow,
  { again, name }: { again: boolean; name: string },
) {
  const { user, session } = account;
  if (session.aal !== 'aal2') {
    throw new AuthError('insufficient_aal', {
      status: 403,
      message: 'AAL2 required to generate recovery codes',
    });
  }
  requireRecentAuthentication(account, service.clock());
  await service.limit('changePassword').consume(`recovery codes ${session.id}`); // each call costs ten hashes
  const codes = generateRecoveryCodes();
  const hashes = await hashAll(service, user, codes);
  return service.store.transact(async (tx) => {
    await lockOpenSession(tx, account);
    const set = again ? await requireSet(tx, user.id) : await makeSet(service, tx, account, name);
    await tx.rows('delete from auth.recovery_codes where factor_id = $1', [set.id]);
    await tx.rows(
      `insert into auth.recovery_codes (factor_id, hint, code_hash)
       select $1, hint, code_hash from unnest($2::text[], $3::text[]) as made (hint, code_hash)`,
      [set.id, codes.map(prefixOf), hashes],
    );
    // `trusted_by` describes the session that generates these codes, which may differ from that of the former codes.
    await tx.rows('update auth.factors set trusted_by = $2, updated_at = $3 where id = $1', [
      set.id,
      session.trusted_by,
      service.clock(),
    ]);
    await consumeRecoveryCodesLimit(service, tx, account);
    await service.queueEmail(
      { kind: 'recovery_codes_made', to: user.email, userId: user.id, replaces: again },
      tx,
    );
    await writeAudit(service, tx, 'recovery_codes_made', { user, session }, { factor_id: set.id });
    return { ...set, type: 'recovery_code', total: codes.length, codes };
  });
}

/** One after another: ten at once would fill their user's share of the queue. */
async function hashAll(
  service: RequestService,
  user: UserRow,
  codes: readonly string[],
): Promise<string[]> {
  const hashes: string[] = [];
  for (const code of codes) {
    hashes.push(await service.passwords.hash(code, queueShares(service, user)));
  }
  return hashes;
}

export async function countCodes(statements: Statements, factorId: string): Promise<number> {
  const [counted] = await statements.rows<{ left: number }>(
    'select count(*)::integer as left from auth.recovery_codes where factor_id = $1',
    [factorId],
  );
  return counted?.left ?? 0;
}

export async function findSet(
  statements: Statements,
  userId: string,
): Promise<CodeSet | undefined> {
  const [set] = await statements.rows<CodeSet>(
    `select id, friendly_name from auth.factors where user_id = $1 and factor_type = 'recovery_code'`,
    [userId],
  );
  return set;
}

async function requireSet(tx: Statements, userId: string): Promise<CodeSet> {
  const set = await findSet(tx, userId);
  if (!set) throw new AuthError('mfa_factor_not_found');
  return set;
}

/** Recovery codes are active at once: a session at aal2 generates them, so there is nothing to verify. */
async function makeSet(
  { clock }: Service,
  tx: Statements,
  { user }: AccountRow,
  name: string,
): Promise<CodeSet> {
  if ((await findVerifiedFactors(tx, user.id)).length === 0) {
    throw new AuthError('mfa_recovery_codes_sole_factor');
  }
  if (await findSet(tx, user.id)) throw new AuthError('mfa_verified_factor_exists');
  const [set] = await tx.rows<CodeSet>(
    `insert into auth.factors (user_id, friendly_name, factor_type, status, created_at, updated_at)
     values ($1, case
       when $2 <> '' then $2
       when exists (select from auth.factors where user_id = $1 and friendly_name = $4) then ''
       else $4
     end, 'recovery_code', 'verified', $3, $3)
     on conflict (user_id, friendly_name) where friendly_name <> '' do nothing
     returning id, friendly_name`,
    [user.id, name, clock(), DEFAULT_NAME],
  );
  if (!set) throw new AuthError('mfa_factor_name_conflict');
  return set;
}
