import { requireSession } from '#auth-server/account-queries.ts';
import { writeAudit } from '#auth-server/audit-log.ts';
import type {
  AccountRow,
  RequestService,
  SecondFactorMethod,
  Statements,
} from '#auth-server/service.ts';
import { endSessionsAtAal1, revokeAllTokens } from '#auth-server/sessions/end-sessions.ts';
import { expiryOf } from '#auth-server/sessions/session.ts';
import type { FactorRow } from './challenge.ts';

/** The verified factor, the method, and the details for the audit log. */
type StepUp = {
  factor: FactorRow;
  method: SecondFactorMethod;
  event: string;
  /**
   * Whether the session's `amr` lists this verification, as later checks of a recent second factor require. False when
   * the user adds a further factor: that does not prove possession of the factors they had before.
   */
  recordInAmr: boolean;
};

/**
 * Raises a session to aal2 after a factor was verified. It gets new tokens; its old ones stop working, and the user's
 * other sessions at aal1 end.
 *
 * @throws AuthError session_not_found.
 */
export async function stepUpSession(
  service: RequestService,
  tx: Statements,
  { user, session }: AccountRow,
  { factor, method, event, recordInAmr }: StepUp,
): Promise<AccountRow> {
  const now = service.clock();
  const entry = { method, timestamp: Math.floor(now.getTime() / 1000) };
  const amr = recordInAmr
    ? [entry, ...session.amr.filter((earlier) => earlier.method !== method)]
    : session.amr;
  const trustedBy = new Set([...session.trusted_by, ...factor.trusted_by, factor.id]);
  const expiresAt = expiryOf(new Date(session.created_at), now);
  await tx.rows(
    `update auth.sessions
     set aal = 'aal2', amr = $2, trusted_by = $3, expires_at = least($4, ends_by) where id = $1`,
    [session.id, JSON.stringify(amr), [...trustedBy], expiresAt],
  );
  await revokeAllTokens(tx, session.id, now);
  await endSessionsAtAal1(tx, session, now);
  const details = { factor_id: factor.id, factor_type: factor.factor_type };
  await writeAudit(service, tx, event, { user, session }, details);
  return requireSession(tx, session.id);
}
