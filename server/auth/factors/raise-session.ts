import { note } from '../audit.ts';
import { AuthFault } from '../fault.ts';
import type { AccountRow, Proof } from '../rows.ts';
import type { Service, Visit } from '../service.ts';
import { expiryOf } from '../sessions/session.ts';
import type { Statements } from '../store.ts';
import type { Challenge, FactorRow } from './challenge.ts';
import { failed, type Shown } from './show-factor.ts';

/**
 * Raises a session to aal2 for a factor that was shown, and the factor to one that counts.
 *
 * @throws AuthFault insufficient_aal, mfa_verification_failed, session_not_found.
 */
export async function raiseSession(
  service: Service,
  tx: Statements,
  { user, session }: AccountRow,
  { factor, asked, shown }: { factor: FactorRow; asked: Challenge; shown: Shown },
  visit: Visit,
): Promise<AccountRow> {
  const now = service.clock();
  await tx.rows('select id from auth.users where id = $1 for update', [user.id]); // one at a time
  if (factor.status === 'unverified' && session.aal === 'aal1') await refuseSecond(tx, user.id);
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

/**
 * A factor that was begun before the owner added theirs must not be finished with the password alone:
 * whoever knows it could begin one in good time. A statement of its own, to see what the lock has waited for.
 */
async function refuseSecond(tx: Statements, userId: string): Promise<void> {
  const verified = await tx.rows(
    `select from auth.factors where user_id = $1 and status = 'verified' limit 1`,
    [userId],
  );
  if (verified.length === 0) return;
  throw new AuthFault('insufficient_aal', {
    status: 403,
    message: 'AAL2 required to add a further factor',
  });
}

/**
 * Writes down what was shown, unless a later code was taken already, or the key's state (its counter) is no
 * longer the one its answer was checked against.
 */
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
           where id = $1 and credential is not distinct from $4 returning id`,
          [factor.id, shown.value, now, factor.credential],
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
