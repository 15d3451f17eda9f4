import { type Today, todayEndpoints } from '#contract/admin/today.ts';
import type { StaffDatabase } from '#server/database/staff-database.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import { queuesShownAs } from '#server/jobs/queues.ts';
import { countToday } from './queries.ts';

export function todayRoutes(staffDatabase: StaffDatabase, authenticate: Authenticate) {
  return serveEndpoints(
    todayEndpoints,
    authenticate,
    {
      'GET /admin/today': async ({ staff }) => {
        const [counted] = await staff.rows(countToday());
        return {
          ...EMPTY_TODAY,
          ...counted?.today,
          ...failedJobLines(counted?.dead_letters ?? null),
        };
      },
    },
    staffDatabase,
  );
}

const EMPTY_TODAY: Today = {
  to_confirm: null,
  to_pack: null,
  to_hand_over: null,
  cancelled_parcels: null,
  late: null,
  coming_back: null,
  return_refunds: null,
  refunds: null,
  refunds_without_order: null,
  disputes: null,
  messages: null,
  cash_overdue: null,
  cash_to_clear_up: null,
  low_stock: null,
  failed_mails: null,
  failed_payment_jobs: null,
  today_so_far: null,
  yesterday: null,
  last_seven_days: null,
};

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
