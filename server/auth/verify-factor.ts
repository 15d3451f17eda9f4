import { note } from './audit.ts';
import type { FactorBody } from './bodies.ts';
import { type FactorRow, findFactor } from './challenge.ts';
import { secretPlace } from './factors.ts';
import { AuthFault, invalid } from './fault.ts';
import type { AccountRow, Proof, SessionRow } from './rows.ts';
import type { Service, Visit } from './service.ts';
import { expiryOf } from './session.ts';
import type { Statements } from './store.ts';
import { checkTotp } from './totp.ts';
import { checkAssertion, checkRegistration } from './webauthn.ts';

type Challenge = { id: string; webauthn_challenge: string | null; expires_at: string };

/** What a factor that was shown leaves behind in its row. */
type Shown = { column: 'last_step' | 'credential'; value: number | string };

/**
 * Takes a factor that is shown: the session rises to aal2 and goes on with new tokens; the ones it had
 * before are dead. A factor shown for the first time counts from now on.
 *
 * @throws AuthFault mfa_factor_not_found, mfa_challenge_expired, mfa_verification_failed,
 * over_request_rate_limit, validation_failed.
 */
export async function verifyFactor(
  service: Service,
  account: AccountRow,
  factorId: string,
  body: FactorBody,
  visit: Visit,
): Promise<AccountRow> {
  const { store, limits, clock } = service;
  const { user, session } = account;
  const factor = await findFactor(store, user.id, factorId);
  const asked = await findChallenge(service, factor, session, body.challenge_id);
  await limits.factor.take(user.id);
  const shown =
    factor.factor_type === 'totp'
      ? await showTotp(service, factor, body)
      : await showKey(service, factor, asked, body);
  if (!shown) {
    await note(store, {
      at: clock(),
      event: 'factor_failed',
      userId: user.id,
      sessionId: session.id,
      address: visit.address,
      details: { factor_id: factor.id, factor_type: factor.factor_type },
    });
    throw failed(factor);
  }
  const raised = await store.transact((tx) =>
    raise(service, tx, account, factor, asked, shown, visit),
  );
  await limits.factor.forget(user.id);
  return raised;
}

function failed({ factor_type }: FactorRow): AuthFault {
  return new AuthFault('mfa_verification_failed', {
    message:
      factor_type === 'totp'
        ? 'Invalid TOTP code entered'
        : 'The security key could not be verified',
  });
}

/** A challenge belongs to one factor and to the session that asked. */
async function findChallenge(
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
    throw new AuthFault('mfa_factor_not_found', {
      status: 422,
      message: 'MFA factor with the provided challenge ID not found',
    });
  }
  if (Date.parse(row.challenge.expires_at) <= clock().getTime()) {
    throw new AuthFault('mfa_challenge_expired');
  }
  return row.challenge;
}

async function showTotp(
  { store, vault, clock }: Service,
  factor: FactorRow,
  { code }: FactorBody,
): Promise<Shown | undefined> {
  if (!code) throw invalid('Code needs to be non-empty');
  const [row] = await store.rows<{ secret: Buffer }>(
    'select secret from auth.factors where id = $1',
    [factor.id],
  );
  if (!row) throw new AuthFault('mfa_factor_not_found');
  const secret = vault.open(row.secret, secretPlace(factor.id)).toString();
  const step = await checkTotp(secret, code, clock(), factor.last_step);
  return step === undefined ? undefined : { column: 'last_step', value: step };
}

async function showKey(
  { store, settings }: Service,
  factor: FactorRow,
  asked: Challenge,
  { webauthn }: FactorBody,
): Promise<Shown | undefined> {
  if (!webauthn) throw invalid('WebAuthn config required');
  // Signed challenges are used up by the first answer, good or not.
  const used = await store.rows(
    'update auth.challenges set webauthn_challenge = null where id = $1 and webauthn_challenge is not null returning id',
    [asked.id],
  );
  const challenge = asked.webauthn_challenge;
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

async function raise(
  service: Service,
  tx: Statements,
  { user, session }: AccountRow,
  factor: FactorRow,
  asked: Challenge,
  shown: Shown,
  visit: Visit,
): Promise<AccountRow> {
  const now = service.clock();
  const spent = await tx.rows('delete from auth.challenges where id = $1 returning id', [asked.id]);
  const taken = spent.length > 0 && (await keep(tx, factor, shown, now));
  if (!taken) throw failed(factor); // the same answer came twice at once
  const method: Proof['method'] = factor.factor_type === 'totp' ? 'totp' : 'mfa/webauthn';
  const proof = { method, timestamp: Math.floor(now.getTime() / 1000) };
  const amr = [proof, ...session.amr.filter((earlier) => earlier.method !== method)];
  await tx.rows(
    `update auth.sessions
     set aal = 'aal2', amr = $2, refresh_counter = refresh_counter + 2, refresh_floor = refresh_counter + 2,
         refreshed_at = $3, expires_at = $4
     where id = $1`,
    [
      session.id,
      JSON.stringify(amr),
      now,
      expiryOf(service.settings, new Date(session.created_at), now),
    ],
  );
  await tx.rows(`delete from auth.sessions where user_id = $1 and aal = 'aal1'`, [user.id]);
  if (factor.status === 'unverified') await welcome(service, tx, factor, user.email);
  await note(tx, {
    at: now,
    event: factor.status === 'unverified' ? 'factor_added' : 'factor_verified',
    userId: user.id,
    sessionId: session.id,
    address: visit.address,
    details: { factor_id: factor.id, factor_type: factor.factor_type },
  });
  const [account] = await tx.rows<AccountRow>(
    `select auth.with_factors(to_jsonb(u)) as user, to_json(s) as session
     from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1`,
    [session.id],
  );
  if (!account) throw new AuthFault('session_not_found'); // signed out meanwhile
  return account;
}

/** Writes down what was shown, unless a later code was taken already. */
async function keep(tx: Statements, factor: FactorRow, shown: Shown, now: Date): Promise<boolean> {
  const kept =
    shown.column === 'last_step'
      ? await tx.rows(
          `update auth.factors set last_step = $2, status = 'verified', updated_at = $3
           where id = $1 and (last_step is null or last_step < $2) returning id`,
          [factor.id, shown.value, now],
        )
      : await tx.rows(
          `update auth.factors set credential = $2, status = 'verified', updated_at = $3
           where id = $1 returning id`,
          [factor.id, shown.value, now],
        );
  return kept.length > 0;
}

/** The first time: attempts that were left are removed, and the owner is told. */
async function welcome(
  service: Service,
  tx: Statements,
  { user_id: userId, factor_type: factorType }: FactorRow,
  email: string,
): Promise<void> {
  await tx.rows(
    `delete from auth.factors where user_id = $1 and factor_type = $2 and status = 'unverified'`,
    [userId, factorType],
  );
  await service.post({ kind: 'factor_added', to: email, userId, factorType }, tx);
}
