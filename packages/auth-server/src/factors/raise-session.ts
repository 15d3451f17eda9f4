import { type AuditEvent, note } from '#auth-server/audit.ts';
import { AuthFault } from '#auth-server/fault.ts';
import type { AccountRow, SecondProof } from '#auth-server/rows.ts';
import type { Service, Visit } from '#auth-server/service.ts';
import { expiryOf } from '#auth-server/sessions/session.ts';
import { requireStillOpen } from '#auth-server/sessions/still-open.ts';
import type { Statements } from '#auth-server/store.ts';
import type { FactorRow } from './challenge.ts';

/** The verified factor, the method, and the details for the audit log. */
export type Raise = { factor: FactorRow; method: SecondProof; event: AuditEvent };

/**
 * Raises a session to aal2 after a factor was verified. It gets new tokens; its old ones stop working, and the user's
 * other sessions at aal1 end.
 *
 * @throws AuthFault session_not_found.
 */
export async function stepUpSession(
  service: Service,
  tx: Statements,
  { user, session }: AccountRow,
  { factor, method, event }: Raise,
  visit: Visit,
): Promise<AccountRow> {
  const now = service.clock();
  const proof = { method, timestamp: Math.floor(now.getTime() / 1000) };
  const amr = [proof, ...session.amr.filter((earlier) => earlier.method !== method)];
  const trustedBy = new Set([...session.trusted_by, ...factor.trusted_by, factor.id]);
  await tx.rows(
    `update auth.sessions
     set aal = 'aal2', amr = $2, trusted_by = $5, refresh_counter = refresh_counter + 2,
         refresh_floor = refresh_counter + 2, access_floor = refresh_counter + 2,
         refreshed_at = $3, expires_at = $4
     where id = $1`,
    [
      session.id,
      JSON.stringify(amr),
      now,
      expiryOf(service.settings, new Date(session.created_at), now),
      [...trustedBy],
    ],
  );
  await tx.rows(`delete from auth.sessions where user_id = $1 and aal = 'aal1'`, [user.id]);
  await note(tx, {
    at: now,
    event,
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

/** Locks the user's row, so that two requests that verify, add, remove or undo factors run one after the other. */
export async function lockUser(tx: Statements, userId: string): Promise<void> {
  await tx.rows('select id from auth.users where id = $1 for update', [userId]);
}

/** The same for a request of a session, which continues only if that session is still open. */
export async function lockUserOf(tx: Statements, { user, session }: AccountRow): Promise<void> {
  await lockUser(tx, user.id);
  await requireStillOpen(tx, session);
}
