import type { OrderAuditVerb, ServerAuditVerb } from '#contract/admin/audit-verbs.ts';
import type { Transaction } from '#server/database/database.ts';
import { statement } from '#server/database/tables.ts';

/** What changed: the former and the new values of the changed fields, and why. */
type AuditChange = {
  before?: object | null | undefined;
  after?: object | undefined;
  reason?: string | null;
};

/** Writes the audit log in the transaction of the change. */
export async function writeAudit(
  tx: Pick<Transaction, 'rows'>,
  verb: ServerAuditVerb | OrderAuditVerb,
  [type, id]: readonly [subject_type: string, subject_id: string],
  { before, after, reason }: AuditChange = {},
): Promise<void> {
  await tx.rows(
    statement`
      insert into audit_log (staff_id, verb, subject_type, subject_id, before, after, reason)
      values (current_staff(), ${verb}, ${type}, ${id},
        ${before ? JSON.stringify(before) : null}, ${after ? JSON.stringify(after) : null}, ${reason ?? null})`,
  );
}
