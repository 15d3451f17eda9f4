import { verify } from 'otplib';
import { AuthError, invalid } from '#auth-server/auth-error.ts';
import type { FactorBody } from '#auth-server/request-bodies.ts';
import type { Service } from '#auth-server/service.ts';
import type { Challenge, FactorRow } from './challenge.ts';
import { secretContext } from './enroll.ts';
import { checkAssertion, checkRegistration } from './webauthn.ts';

/** What a verified factor changes in its row. */
export type VerifiedResponse = { column: 'last_step' | 'credential'; value: number | string };

/** @returns undefined when the code is wrong. */
export async function verifyTotpCode(
  { store, derivedKeys, clock }: Service,
  factor: FactorRow,
  { code }: FactorBody,
): Promise<VerifiedResponse | undefined> {
  if (!code) throw invalid('Code needs to be non-empty');
  const [row] = await store.rows<{ secret: Buffer }>(
    'select secret from auth.factors where id = $1',
    [factor.id],
  );
  if (!row) throw new AuthError('mfa_factor_not_found');
  const { plain, isOld } = derivedKeys.decryptRotated(row.secret, secretContext(factor.id));
  if (isOld) {
    await store.rows('update auth.factors set secret = $2 where id = $1', [
      factor.id,
      derivedKeys.encrypt(plain, secretContext(factor.id)),
    ]);
  }
  const step = await checkTotp(plain.toString(), code, clock(), factor.last_step);
  return step === undefined ? undefined : { column: 'last_step', value: step };
}

/** Accepts one time step of 30 seconds either way: clocks of phones are not exact. */
const TOLERANCE_SECONDS = 30;

/**
 * @param lastStep the time step of the last accepted code; no code of it or before is accepted.
 *
 * @returns the time step of a correct code, else undefined.
 */
async function checkTotp(
  secret: string,
  code: string,
  now: Date,
  lastStep: number | null,
): Promise<number | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = await verify({ secret, token: code, epoch, epochTolerance: TOLERANCE_SECONDS });
  if (!result.valid || !('timeStep' in result)) return undefined;
  return lastStep === null || result.timeStep > lastStep ? result.timeStep : undefined;
}

/** @returns undefined when the key's response is invalid. */
export async function verifyKey(
  { store, settings }: Service,
  factor: FactorRow,
  issued: Challenge,
  { webauthn }: FactorBody,
): Promise<VerifiedResponse | undefined> {
  if (!webauthn) throw invalid('WebAuthn config required');
  // A signed challenge is consumed by the first response, valid or not.
  const used = await store.rows(
    'update auth.challenges set webauthn_challenge = null where id = $1 and webauthn_challenge is not null returning id',
    [issued.id],
  );
  const challenge = issued.webauthn_challenge;
  if (used.length === 0 || challenge === null) return undefined;
  const credential =
    webauthn.type === 'create'
      ? factor.credential === null &&
        (await checkRegistration(settings, challenge, webauthn.credential_response))
      : factor.credential !== null &&
        (await checkAssertion(
          settings,
          challenge,
          factor.credential,
          webauthn.credential_response,
        ));
  return credential ? { column: 'credential', value: JSON.stringify(credential) } : undefined;
}

export function verificationFailed({ factor_type }: FactorRow): AuthError {
  return new AuthError('mfa_verification_failed', {
    message:
      factor_type === 'totp'
        ? 'Invalid TOTP code entered'
        : 'The security key could not be verified',
  });
}
