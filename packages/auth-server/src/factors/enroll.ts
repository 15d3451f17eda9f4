import { randomUUID } from 'node:crypto';
import { generateSecret, generateURI } from 'otplib';
import { renderSVG } from 'uqr';
import { lockOpenSession } from '#auth-server/account-queries.ts';
import { requireRecentAuthentication, requireSecondFactor } from '#auth-server/assurance.ts';
import { writeAudit } from '#auth-server/audit-log.ts';
import { AuthError, invalid } from '#auth-server/auth-error.ts';
import type { EnrollBody } from '#auth-server/request-bodies.ts';
import type {
  AccountRow,
  Factor,
  RequestService,
  Service,
  Statements,
} from '#auth-server/service.ts';

/** After this time an unverified factor is deleted, and enrolling starts again. */
const UNVERIFIED_SECONDS = 300;
const MAX_FACTORS = 10;

/**
 * Starts enrolling a second factor. It becomes active once verified.
 *
 * @throws AuthError mfa_factor_name_conflict, too_many_enrolled_mfa_factors, insufficient_aal,
 * reauthentication_needed, validation_failed, session_not_found, session_expired,
 * over_request_rate_limit.
 */
export async function enroll(service: RequestService, account: AccountRow, body: EnrollBody) {
  const { derivedKeys, clock, settings } = service;
  const { user, session } = account;
  const type = body.factor_type;
  if (type !== 'totp' && type !== 'webauthn') {
    throw invalid('factor_type needs to be totp or webauthn');
  }
  requireSecondFactor(account);
  requireRecentAuthentication(account, clock());
  await service.limit('userUpdates').consume(`factors ${session.id}`); // each is noted in the audit log
  const name = body.friendly_name ?? '';
  const totp = type === 'totp' ? makeTotp(user.email, settings.serviceName) : undefined;
  const id = randomUUID();
  const secret = totp ? derivedKeys.encrypt(Buffer.from(totp.secret), secretContext(id)) : null;
  return service.store.transact(async (tx) => {
    await lockOpenSession(tx, account);
    await requireNewFactorAllowed(service, tx, user.id, name);
    await tx.rows(
      `insert into auth.factors (id, user_id, friendly_name, factor_type, secret, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $6)`,
      [id, user.id, name, type, secret, clock()],
    );
    const details = { factor_id: id, factor_type: type };
    await writeAudit(service, tx, 'factor_enrolled', { user, session }, details);
    return { id, type, friendly_name: name, ...(totp && { totp }) };
  });
}

/** A new secret for an authenticator app: as QR code, as text, and as the URI in the code. */
function makeTotp(email: string, issuer: string) {
  const secret = generateSecret();
  const uri = generateURI({ issuer, label: email, secret });
  return { qr_code: renderSVG(uri, { ecc: 'M', border: 2, pixelSize: 4 }), secret, uri };
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
