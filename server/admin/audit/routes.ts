import { PLAN_EACH_TIME } from '@aparajita/postgres/prepared-statements';
import { sql } from 'kysely';
import type { AuditEntry, AuditQuery, auditEndpoints } from '#contract/admin/audit.ts';
import { pageOf } from '#server/database/page-of.ts';
import { statement } from '#server/database/tables.ts';
import type { Handlers } from '#server/http/serve-endpoints.ts';

const PAGE_LENGTH = 100;

export const auditHandlers: Handlers<typeof auditEndpoints> = {
  'GET /admin/audit': async ({ staff, query }) => {
    const entries = await staff.rows(listAudit(query, PAGE_LENGTH + 1));
    const { page, next } = pageOf(entries, PAGE_LENGTH, ({ id }) => id);
    return { entries: page, next };
  },
};

/** Up to `limit` entries, newest first. */
function listAudit(query: AuditQuery, limit: number) {
  const { staff, verb, subject_type, subject_id, from, to, after } = query;
  return statement<AuditEntry>`${sql.raw(PLAN_EACH_TIME)}
    select audit_log.id::text, audit_log.at, staff.email as staff, verb, subject_type, subject_id,
      case subject_type
        when 'order' then (select order_number from orders where orders.id = subject_id::uuid)
        when 'customer' then (select coalesce(full_name, email) from customer_accounts where id = subject_id::uuid)
        when 'letter' then (select nullif(subject, '') from newsletter_letters where id = subject_id::uuid)
        when 'product' then (select name from products where products.id::text = subject_id)
      end as subject_name,
      before, after, reason
    from audit_log left join staff on staff.user_id = audit_log.staff_id
    where true
      ${staff ? sql`and audit_log.staff_id = ${staff}` : sql``}
      ${verb ? sql`and verb = ${verb}` : sql``}
      ${subject_type ? sql`and subject_type = ${subject_type}` : sql``}
      ${subject_id ? sql`and subject_id = ${subject_id}` : sql``}
      ${from ? sql`and audit_log.at >= india_midnight(${from}::date)` : sql``}
      ${to ? sql`and audit_log.at < india_midnight(${to}::date + 1)` : sql``}
      ${after ? sql`and audit_log.id < ${after}::bigint` : sql``}
    order by audit_log.id desc
    limit ${limit}`;
}
