import type { ServerAuditVerb } from '#contract/admin/audit-verbs.ts';
import type { Transaction } from '#server/database/database.ts';
import { statement } from '#server/database/tables.ts';

/** An entry of the audit log: `before` and `after` hold the changed fields. */
export type AuditChange = {
  verb: ServerAuditVerb;
  subject_type: string;
  subject_id: string;
  before?: object | null | undefined;
  after?: object;
  reason?: string | null;
};

/** Writes the audit log in the transaction of the change. */
export async function writeAudit(tx: Transaction, change: AuditChange): Promise<void> {
  const { verb, subject_type, subject_id, before, after, reason } = change;
  await tx.rows(
    statement`
      insert into audit_log (staff_id, session_id, verb, subject_type, subject_id, before, after, reason)
      values (current_staff(), current_staff_session(), ${verb}, ${subject_type}, ${subject_id},
        ${before ? JSON.stringify(before) : null}, ${after ? JSON.stringify(after) : null}, ${reason ?? null})`,
  );
}
