import { MAX_NUMBERS_LISTED } from '#contract/admin/order-list.ts';
import { Today, type todayEndpoints } from '#contract/admin/today.ts';
import { keysOf } from '#domain/keys-of.ts';
import { requireRow } from '#server/database/require-row.ts';
import { statement } from '#server/database/tables.ts';
import type { Handlers } from '#server/http/serve-endpoints.ts';
import { queuesShownAs } from '#server/jobs/queues.ts';
import { lowStock } from '#server/shop-settings/shop-settings.ts';

export const todayHandlers: Handlers<typeof todayEndpoints> = {
  'GET /admin/today': async ({ staff }) => {
    const counted = requireRow(await staff.rows(countToday()));
    return { ...counted.today, ...failedJobLines(counted.dead_letters) };
  },
  'GET /admin/changes': async ({ staff }) => requireRow(await staff.rows(latestChange())),
};

function latestChange() {
  return statement<{ mark: string }>`select mark from latest_change`;
}

/** The counts of failed emails and payment jobs for the page Today; null for roles that do not see them. */
function failedJobLines(
  counts: Record<string, number> | null,
): Pick<Today, 'failed_mails' | 'failed_payment_jobs'> {
  const line = (kind: 'mail' | 'payment') =>
    counts && {
      count: Object.keys(queuesShownAs(kind)).reduce((sum, name) => sum + (counts[name] ?? 0), 0),
    };
  return { failed_mails: line('mail'), failed_payment_jobs: line('payment') };
}

/** The counts that the role may see; the others are null. `dead_letters`: the number of dead letters per queue. */
function countToday() {
  return statement<{ today: Today; dead_letters: Record<string, number> | null }>`
    select (select jsonb_object_agg(name, null) from unnest(${keysOf(Today.shape)}::text[]) name) || count_today(${lowStock}) || jsonb_build_object('messages', case when current_staff_role() = 'owner' then (
      select jsonb_build_object('count', count(*), 'oldest', min(created_at)) from (
        select created_at from contact_messages where state = 'open' order by created_at limit 1000
      ) waiting
    ) end, 'cash_to_clear_up', case when current_staff_role() in ('owner', 'accountant') then (
      select jsonb_build_object('count', count(*), 'amount', coalesce(sum(abs(amount - coalesce(remitted_amount, 0))), 0))
      from cod_collections where state in ('short', 'disputed')
    ) end, 'disputes', case when current_staff_role() in ('owner', 'accountant') then (
        select jsonb_build_object('count', count(*), 'oldest', min(open.created_at),
          'orders', coalesce(jsonb_agg(order_number order by open.created_at), '[]'))
        from (select payment_id, created_at from disputes where status = 'open' order by created_at limit ${MAX_NUMBERS_LISTED}) open
        join orders on orders.payment_id = open.payment_id
      ) end) as today, case when current_staff_role() = 'owner' then (
        select coalesce(jsonb_object_agg(queue, jobs), '{}') from (
          select coalesce(source_name, '') as queue, count(*) as jobs from jobs.dead_letters group by 1
        ) dead
      ) end as dead_letters`;
}
