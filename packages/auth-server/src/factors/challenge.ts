import { randomUUID } from 'node:crypto';
import { lockOpenSession } from '#auth-server/account-queries.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import type { AccountRow, Factor, Service, SessionRow, Statements } from '#auth-server/service.ts';
import { assertionOptions, type Credential, registrationOptions } from './webauthn.ts';

const CHALLENGE_SECONDS = 300;

/** A factor with the data to verify it. */
export type FactorRow = Factor & {
  user_id: string;
  last_step: number | null;
  credential: Credential | null;
  trusted_by: string[];
};

export type Challenge = { id: string; webauthn_challenge: string | null; expires_at: string };

/** Finds a user's own factor; anybody else's is not found. */
export async function findFactor(
  statements: Statements,
  userId: string,
  factorId: string,
): Promise<FactorRow> {
  const [row] = await statements.rows<{ factor: FactorRow }>(
    `select to_jsonb(f) - 'secret' as factor from auth.factors f where id = $1 and user_id = $2`,
    [factorId, userId],
  );
  if (!row) throw new AuthError('mfa_factor_not_found');
  return row.factor;
}

/**
 * Creates a challenge for a factor, for this session, valid for five minutes.
 *
 * @throws AuthError mfa_factor_not_found, session_not_found, session_expired, insufficient_aal,
 * over_request_rate_limit (per session: other uses of the account do not count).
 */
export async function challenge(
  { store, settings, clock, limit }: Service,
  account: AccountRow,
  factorId: string,
) {
  const { user, session } = account;
  const factor = await findFactor(store, user.id, factorId);
  await limit('challenge').consume(session.id);
  // Recovery codes need no challenge; the protocol has a separate path for them.
  if (factor.factor_type === 'recovery_code') throw new AuthError('mfa_factor_not_found');
  const webauthn = factor.factor_type === 'webauthn' ? await webauthnOptions() : undefined;
  await store.rows('delete from auth.challenges where session_id = $1 and expires_at <= $2', [
    session.id,
    clock(),
  ]);
  const expiresAt = new Date(clock().getTime() + CHALLENGE_SECONDS * 1000);
  const id = randomUUID();
  await store.transact(async (tx) => {
    await lockOpenSession(tx, account);
    await findFactor(tx, user.id, factorId); // it may have been removed meanwhile
    await tx.rows(
      `insert into auth.challenges (id, factor_id, session_id, webauthn_challenge, expires_at)
       values ($1, $2, $3, $4, $5)`,
      [
        id,
        factorId,
        session.id,
        webauthn?.credential_options.publicKey.challenge ?? null,
        expiresAt,
      ],
    );
  });
  return {
    id,
    type: factor.factor_type,
    expires_at: Math.floor(expiresAt.getTime() / 1000),
    ...(webauthn && { webauthn }),
  };

  async function webauthnOptions() {
    if (factor.credential) {
      const publicKey = await assertionOptions(settings, factor.credential);
      return { type: 'request', credential_options: { publicKey } };
    }
    const present = await store.rows<{ credential: Credential }>(
      'select credential from auth.factors where user_id = $1 and credential is not null',
      [user.id],
    );
    const credentials = present.map(({ credential }) => credential);
    const publicKey = await registrationOptions(settings, user, credentials);
    return { type: 'create', credential_options: { publicKey } };
  }
}

/** A challenge belongs to one factor and one session. */
export async function findChallenge(
  { store, clock }: Service,
  factor: FactorRow,
  session: SessionRow,
  id: string | null | undefined,
): Promise<Challenge> {
  const [row] = await store.rows<{ challenge: Challenge }>(
    `select to_json(c) as challenge from auth.challenges c
     where id = $1 and factor_id = $2 and session_id = $3`,
    [id ?? null, factor.id, session.id],
  );
  if (!row) {
    throw new AuthError('mfa_factor_not_found', {
      status: 422,
      message: 'MFA factor with the provided challenge ID not found',
    });
  }
  if (Date.parse(row.challenge.expires_at) <= clock().getTime()) {
    throw new AuthError('mfa_challenge_expired');
  }
  return row.challenge;
}
