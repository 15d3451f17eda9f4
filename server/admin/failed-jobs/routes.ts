import { sql } from 'kysely';
import type { ServerAuditVerb } from '#contract/admin/audit-verbs.ts';
import {
  type FailedJob,
  type failedJobEndpoints,
  MAX_FAILED_JOBS_OF_A_KIND,
} from '#contract/admin/failed-jobs.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import type { Transaction } from '#server/database/database.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import { statement } from '#server/database/tables.ts';
import type { Handlers } from '#server/http/serve-endpoints.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { queuesShownAs } from '#server/jobs/queues.ts';

export function failedJobHandlers({
  jobs,
}: {
  jobs: Pick<Jobs, 'send'>;
}): Handlers<typeof failedJobEndpoints> {
  return {
    'GET /admin/failed-jobs': ({ staff }) => staff.rows(listDeadLetters(null)),
    // The role of staff may add jobs but not change them, so a job moves the dead letters.
    'POST /admin/failed-jobs/retries': ({ staff, body }) =>
      change(staff, body.ids, 'retry_failed_jobs', (tx, ids) =>
        jobs.send(tx, 'dead-letter-retry', { ids }),
      ),
    'POST /admin/failed-jobs/dismissals': ({ staff, body }) =>
      change(staff, body.ids, 'dismiss_failed_jobs', (tx, ids) => tx.rows(dismissDeadLetters(ids))),
  };
}

/** Does this to the dead letters with these ids for which no retry is queued; returns the list as it is then. */
function change(
  staff: StaffAccess,
  ids: readonly string[],
  verb: ServerAuditVerb,
  work: (tx: Transaction, ids: string[]) => Promise<unknown>,
): Promise<FailedJob[]> {
  return staff.transact(async (tx) => {
    await tx.rows(lockRetries());
    const chosen = (await tx.rows(listDeadLetters(ids))).filter(({ retrying }) => !retrying);
    if (chosen.length > 0) {
      await writeAudit(tx, verb, ['failed_jobs', 'failed-jobs'], { after: summaryOf(chosen) });
      await work(
        tx,
        chosen.map(({ id }) => id),
      );
    }
    return tx.rows(listDeadLetters(null));
  });
}

function summaryOf(chosen: readonly FailedJob[]) {
  const count = (kind: FailedJob['kind']) => chosen.filter((job) => job.kind === kind).length;
  const orders = new Set(chosen.flatMap(({ order_number }) => order_number ?? []));
  return { emails: count('mail'), payments: count('payment'), orders: [...orders].join(', ') };
}

/** The address that a dead letter's email goes to. */
const RECIPIENT = sql`
  coalesce(dead.data ->> 'email', case dead.source_name
    when 'order-mail' then about.email
    when 'order-mail-again' then about.email
    when 'order-notice' then (
      select value #>> '{}' from shop_settings where key = 'order_email' order by id desc limit 1)
    when 'message-answer' then (
      select message.email from message_entries entry join contact_messages message on message.id = entry.message_id
      where entry.id = (dead.data ->> 'answer_id')::uuid)
    when 'newsletter-request' then (
      select email from newsletter_subscriptions where request_id = (dead.data ->> 'request_id')::uuid)
    when 'newsletter-letter' then (
      select email from newsletter_deliveries delivery where delivery.id = (dead.data ->> 'delivery_id')::uuid)
  end)`;

/** The id of the order that a dead letter is about. */
const ORDER = sql`
  case
    when dead.data ? 'order_number' then (
      select id from orders named where named.order_number = dead.data ->> 'order_number')
    when dead.source_name in ('order-confirmation', 'order-notice', 'payment-received', 'order-mail', 'order-mail-again')
      then (dead.data ->> 'order_id')::uuid
    when dead.source_name = 'payment-check' then (
      select id from orders paid where paid.intent_id = (dead.data ->> 'id')::uuid limit 1)
    when dead.source_name = 'payment-refund' then (
      select paid.id from refunds join orders paid on paid.payment_id = refunds.payment_id
      where refunds.id = (dead.data ->> 'id')::uuid limit 1)
  end`;

/**
 * The newest dead letters of each kind, or those with these ids; only for owners. Payments come first, so that many failed
 * emails do not hide them. `reason` holds no personal data (server/jobs/permanent-failure.ts); `retrying`: the job that
 * queues it again waits.
 */
function listDeadLetters(ids: readonly string[] | null) {
  const listOf = (kind: FailedJob['kind']) => {
    const names = queuesShownAs(kind);
    return sql`
      select ${kind}::text as kind, dead.id, ${JSON.stringify(names)}::jsonb ->> dead.source_name as name,
        dead.created_on as at, dead.source_output ->> 'reason' as reason, about.id as order_id,
        coalesce(about.order_number, dead.data ->> 'order_number') as order_number, ${RECIPIENT} as recipient, exists (
          select from jobs.unfinished_jobs retry
          where retry.name = 'dead-letter-retry' and retry.data -> 'ids' ? dead.id::text
        ) as retrying
      from (
        select * from jobs.dead_letters
        where source_name = any(${Object.keys(names)}::text[]) and (${ids}::uuid[] is null or id = any(${ids}::uuid[]))
        order by created_on desc, id limit ${MAX_FAILED_JOBS_OF_A_KIND}
      ) dead
      left join orders about on about.id = ${ORDER}`;
  };
  return statement<FailedJob>`
    ${listOf('payment')} union all ${listOf('mail')} order by kind desc, at desc, id`;
}

/** Deletes these dead letters. The audit log keeps what they were about. */
function dismissDeadLetters(ids: readonly string[]) {
  return statement`delete from jobs.dead_letters where id = any(${ids}::uuid[])`;
}

/** Makes concurrent requests run one after the other, so that the second one sees which retries the first has queued. */
function lockRetries() {
  return statement`select pg_advisory_xact_lock(hashtextextended('dead-letter-retry', 0))`;
}
