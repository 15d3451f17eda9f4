import { randomInt, randomUUID } from 'node:crypto';
import { lockOpenSession } from '#auth-server/account-queries.ts';
import { requireRecentAuthentication, requireSecondFactor } from '#auth-server/assurance.ts';
import { writeAudit } from '#auth-server/audit-log.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import { queueShares } from '#auth-server/passwords/hash-queue.ts';
import { consumeSecurityNoticeLimit } from '#auth-server/security-notices.ts';
import type {
  AccountRow,
  RequestService,
  Service,
  Statements,
  UserRow,
} from '#auth-server/service.ts';
import type { FactorRow } from './challenge.ts';
import { stepUpSession } from './step-up.ts';
import { findVerifiedFactors } from './verified-factors.ts';

/** Crockford's base 32: characters that look alike have one value. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 16;
const HINT_LENGTH = 4;

/** How many codes a set has. */
const RECOVERY_CODES = 10;

/** What pages and operators call a set, unless the user calls another factor so. */
const SET_NAME = 'Recovery codes';

/** The public part of a set. @throws AuthError insufficient_aal, mfa_factor_not_found. */
export async function recoveryCodesResponse({ store }: Service, account: AccountRow) {
  requireSecondFactor(account);
  const id = await requireSet(store, account.user.id);
  const remaining = await countCodes(store, id);
  return { id, type: 'recovery_code', total: RECOVERY_CODES, remaining };
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
  { again }: { again: boolean },
) {
  const { user, session } = account;
  if (session.aal !== 'aal2') throw new AuthError('insufficient_aal');
  requireRecentAuthentication(account, service.clock());
  await service.limit('changePassword').consume(`recovery codes ${session.id}`); // each call costs ten hashes
  const codes = generateRecoveryCodes();
  const hashes = await hashAll(service, user, codes);
  return service.store.transact(async (tx) => {
    await lockOpenSession(tx, account);
    const id = again ? await requireSet(tx, user.id) : await makeSet(service, tx, user);
    await tx.rows('delete from auth.recovery_codes where factor_id = $1', [id]);
    await tx.rows(
      `insert into auth.recovery_codes (factor_id, hint, code_hash)
       select $1, hint, code_hash from unnest($2::text[], $3::text[]) as made (hint, code_hash)`,
      [id, codes.map(prefixOf), hashes],
    );
    // `trusted_by` describes the session that generates these codes, which may differ from that of the former codes.
    await tx.rows('update auth.factors set trusted_by = $2, updated_at = $3 where id = $1', [
      id,
      session.trusted_by,
      service.clock(),
    ]);
    await consumeSecurityNoticeLimit(service, tx, account, ['recoveryCodeSets']);
    await service.queueEmail(tx, user, { kind: 'recovery_codes_made', replaces: again });
    await writeAudit(service, tx, 'recovery_codes_made', { user, session }, { factor_id: id });
    return { id, type: 'recovery_code', total: codes.length, codes };
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

async function countCodes(statements: Statements, factorId: string): Promise<number> {
  const [counted] = await statements.rows<{ left: number }>(
    'select count(*)::integer as left from auth.recovery_codes where factor_id = $1',
    [factorId],
  );
  return counted?.left ?? 0;
}

async function findSet(statements: Statements, userId: string): Promise<string | undefined> {
  const [set] = await statements.rows<{ id: string }>(
    `select id from auth.factors where user_id = $1 and factor_type = 'recovery_code'`,
    [userId],
  );
  return set?.id;
}

async function requireSet(statements: Statements, userId: string): Promise<string> {
  const set = await findSet(statements, userId);
  if (!set) throw new AuthError('mfa_factor_not_found');
  return set;
}

/** Recovery codes are active at once: a session at aal2 generates them, so there is nothing to verify. */
async function makeSet(
  { clock }: Service,
  tx: Statements,
  { id: userId }: UserRow,
): Promise<string> {
  if ((await findVerifiedFactors(tx, userId)).length === 0) {
    throw new AuthError('mfa_recovery_codes_sole_factor');
  }
  if (await findSet(tx, userId)) throw new AuthError('mfa_verified_factor_exists');
  const id = randomUUID();
  await tx.rows(
    `insert into auth.factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
     values ($1, $2, case
       when exists (select from auth.factors where user_id = $2 and friendly_name = $4) then '' else $4
     end, 'recovery_code', 'verified', $3, $3)`,
    [id, userId, clock(), SET_NAME],
  );
  return id;
}

/**
 * Accepts a recovery code instead of another factor, once: the session becomes aal2 and gets new tokens.
 *
 * @throws AuthError mfa_verification_failed, over_request_rate_limit, session_not_found, session_expired,
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
  await limit('changePassword').consume(`recovery code ${session.id}`);
  const code = normalizeRecoveryCode(typed);
  const [stored] = await store.rows<{ factor: FactorRow; code_hash: string }>(
    `select to_jsonb(f) - 'secret' as factor, c.code_hash
     from auth.factors f join auth.recovery_codes c on c.factor_id = f.id
     where f.user_id = $1 and f.factor_type = 'recovery_code' and c.hint = $2`,
    [user.id, code ? prefixOf(code) : ''],
  );
  const shares = queueShares(service, user);
  if (!(await passwords.verify(stored?.code_hash ?? null, code ?? '', shares)) || !stored) {
    const details = { factor_type: 'recovery_code' };
    await writeAudit(service, store, 'factor_failed', { user, session }, details);
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
    await service.queueEmail(tx, user, { kind: 'recovery_code_used', left });
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

/**
 * A set of codes of 80 random bits each, in the protocol's form: lower case, no separators. All prefixes differ, so
 * that a typed code is compared with one slow hash and not with ten (OWASP ASVS 5.0, 6.5.2).
 */
function generateRecoveryCodes(): string[] {
  const codes = new Map<string, string>();
  while (codes.size < RECOVERY_CODES) {
    const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
      '',
    );
    codes.set(prefixOf(code), code);
  }
  return [...codes.values()];
}

/** The code's prefix: not secret, the rest has 60 bits. */
function prefixOf(code: string): string {
  return code.slice(0, HINT_LENGTH);
}

/** Normalizes a typed code: upper case, spaces, hyphens, an O for a zero. */
function normalizeRecoveryCode(typed: string): string | undefined {
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1');
  return code.length === LENGTH && [...code].every((sign) => ALPHABET.includes(sign))
    ? code
    : undefined;
}
