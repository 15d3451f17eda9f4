import type { ClientInfo } from './service.ts';
import type { Statements } from './store.ts';

export type AuditEvent =
  | 'signed_up'
  | 'sign_up_repeated'
  | 'recovery_requested'
  | 'sign_in_link_requested'
  | 'reauthentication_requested'
  | 'email_changed'
  | 'signed_in'
  | 'sign_in_failed'
  | 'token_refreshed'
  | 'refresh_token_reused'
  | 'signed_out'
  | 'password_change_failed'
  | 'password_changed'
  | 'user_updated'
  | 'factor_enrolled'
  | 'factor_added'
  | 'factor_verified'
  | 'factor_failed'
  | 'factor_removed'
  | 'factor_undone'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'reauthenticated'
  | 'sessions_ended'
  | 'banned'
  | 'unbanned';

/** Whom an entry is about. Without a user it is about an address that has no account. */
type AuditSubject = { user: { id: string } | undefined; session?: { id: string } };

/**
 * Writes an audit entry. Its details contain no secret and nothing that identifies a person. `client` is null for what
 * an operator does.
 */
export async function writeAudit(
  { clock, client }: { clock: () => Date; client: Pick<ClientInfo, 'address'> | null },
  statements: Statements,
  event: AuditEvent,
  { user, session }: AuditSubject,
  details: Record<string, string> = {},
): Promise<void> {
  await statements.rows(
    `insert into auth.audit_log (at, event, user_id, session_id, address, details)
     values ($1, $2, $3, $4, $5, $6)`,
    [clock(), event, user?.id ?? null, session?.id ?? null, client?.address ?? null, details],
  );
}
