import { writeAudit } from '#auth-server/audit-log.ts';
import { AuthError, invalid } from '#auth-server/auth-error.ts';
import { requireRecentAuthentication } from '#auth-server/recent-authentication.ts';
import type { EnrollBody } from '#auth-server/request-bodies.ts';
import type { AccountRow, Factor } from '#auth-server/rows.ts';
import { checkSecurityNoticeLimit } from '#auth-server/security-notices.ts';
import type { RequestService, Service } from '#auth-server/service.ts';
import { lockOpenSession } from '#auth-server/sessions/lock-open-session.ts';
import type { Statements } from '#auth-server/store.ts';
import { mfaRequired } from '#auth-server/user.ts';
import { makeTotp } from './totp.ts';

/** After this time an unverified factor is deleted, and enrolling starts again. */
const UNVERIFIED_SECONDS = 300;
const MAX_FACTORS = 10;

type Enrolled = {
  id: string;
  type: Factor['factor_type'];
  friendly_name: string;
  totp?: { qr_code: string; secret: string; uri: string };
};

/**
 * Starts enrolling a second factor. It becomes active once verified.
 *
 * @throws AuthError mfa_phone_enroll_not_enabled, mfa_factor_name_conflict, too_many_enrolled_mfa_factors,
 * insufficient_aal, reauthentication_needed, validation_failed, session_not_found, session_expired,
 * over_request_rate_limit.
 */
export async function enroll(
  service: RequestService,
  account: AccountRow,
  body: EnrollBody,
): Promise<Enrolled> {
  const { derivedKeys, clock, settings } = service;
  const { user, session } = account;
  const type = body.factor_type;
  if (type === 'phone') throw new AuthError('mfa_phone_enroll_not_enabled');
  if (type !== 'totp' && type !== 'webauthn') {
    throw invalid('factor_type needs to be totp, phone, or webauthn');
  }
  if (mfaRequired(account)) {
    throw new AuthError('insufficient_aal', {
      status: 403,
      message: 'AAL2 required to enroll a new factor',
    });
  }
  requireRecentAuthentication(account, clock());
  await service.limit('userUpdates').consume(`factors ${session.id}`); // each is noted in the audit log
  const name = body.friendly_name ?? '';
  const totp =
    type === 'totp' ? makeTotp(user.email, body.issuer || settings.serviceName) : undefined;
  return service.store.transact(async (tx) => {
    await lockOpenSession(tx, account);
    await checkSecurityNoticeLimit(service, tx, account);
    await requireNewFactorAllowed(service, tx, user.id, name);
    const [factor] = await tx.rows<{ id: string }>(
      `insert into auth.factors (user_id, friendly_name, factor_type, created_at, updated_at)
       values ($1, $2, $3, $4, $4) returning id`,
      [user.id, name, type, clock()],
    );
    if (!factor) throw new Error('The new factor has no id');
    if (totp) {
      await tx.rows('update auth.factors set secret = $2 where id = $1', [
        factor.id,
        derivedKeys.encrypt(Buffer.from(totp.secret), secretContext(factor.id)),
      ]);
    }
    await writeAudit(
      service,
      tx,
      'factor_enrolled',
      { user, session },
      { factor_id: factor.id, factor_type: type },
    );
    return { id: factor.id, type, friendly_name: name, ...(totp && { totp }) };
  });
}

/** Binds an encrypted secret to its factor. */
export function secretContext(factorId: string): string {
  return `auth.factors ${factorId}`;
}

/** @throws AuthError mfa_factor_name_conflict, too_many_enrolled_mfa_factors. */
async function requireNewFactorAllowed(
  { clock }: Service,
  tx: Statements,
  userId: string,
  name: string,
): Promise<void> {
  await tx.rows(
    `delete from auth.factors
     where user_id = $1 and status = 'unverified' and created_at <= $2::timestamptz - make_interval(secs => $3)`,
    [userId, clock(), UNVERIFIED_SECONDS],
  );
  const present = await tx.rows<Pick<Factor, 'friendly_name' | 'factor_type'>>(
    `select friendly_name, factor_type from auth.factors where user_id = $1`,
    [userId],
  );
  if (name !== '' && present.some(({ friendly_name }) => friendly_name === name)) {
    throw new AuthError('mfa_factor_name_conflict');
  }
  const counted = present.filter(({ factor_type }) => factor_type !== 'recovery_code');
  if (counted.length >= MAX_FACTORS) throw new AuthError('too_many_enrolled_mfa_factors');
}
