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

export type AuditEntry = {
  at: Date;
  event: AuditEvent;
  userId: string | null;
  sessionId: string | null;
  address: string | null;
  details?: Record<string, string>;
};

/** Writes an audit entry. Its details contain no secret and nothing that identifies a person. */
export async function note(statements: Statements, entry: AuditEntry): Promise<void> {
  const { at, event, userId, sessionId, address, details = {} } = entry;
  await statements.rows(
    `insert into auth.audit_log (at, event, user_id, session_id, address, details)
     values ($1, $2, $3, $4, $5, $6)`,
    [at, event, userId, sessionId, address, details],
  );
}
