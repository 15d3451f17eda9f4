import type { ClientInfo, Statements } from './service.ts';

/** Whom an entry is about. Without a user it is about an address that has no account. */
type AuditSubject = { user: { id: string } | undefined; session?: { id: string } };

/**
 * Writes an audit entry about an `event` such as 'signed_in'. Its details contain no secret and nothing that identifies
 * a person. `client` is null for what an operator does.
 */
export async function writeAudit(
  { clock, client }: { clock: () => Date; client: Pick<ClientInfo, 'address'> | null },
  statements: Statements,
  event: string,
  { user, session }: AuditSubject,
  details: Record<string, string> = {},
): Promise<void> {
  await statements.rows(
    `insert into auth.audit_log (at, event, user_id, session_id, address, details)
     values ($1, $2, $3, $4, $5, $6)`,
    [clock(), event, user?.id ?? null, session?.id ?? null, client?.address ?? null, details],
  );
}
