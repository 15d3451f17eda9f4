import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { couriersQuery } from '#app/admin/orders/order-queries.ts';
import { Loaded, Screen } from '#app/admin/screen.tsx';
import { todayQuery } from '#app/admin/today/today-query.ts';
import { SETTINGS } from '#contract/admin/settings.ts';
import { keysOf } from '#domain/keys-of.ts';
import { formatPaise, toPaise } from '#domain/money.ts';
import { Couriers } from './couriers.tsx';
import { FailedJobs, failedJobsQuery } from './failed-jobs.tsx';
import { SettingForm, settingsQuery } from './setting-form.tsx';

/** The settings that the owner can change at any time. */
export default function SettingsScreen() {
  const settings = useQuery(settingsQuery);
  const couriers = useQuery(couriersQuery);
  const today = useQuery(todayQuery);
  const failed =
    (today.data?.failed_mails?.count ?? 0) + (today.data?.failed_payment_jobs?.count ?? 0);
  const jobs = useQuery({ ...failedJobsQuery, enabled: failed > 0 });
  // The forms are shown after what is above them has loaded, and the button of the couriers after their list, so that
  // neither is pushed down later.
  const [shown, setShown] = useState(false);
  // Never reset: a job that fails later must not hide a form in which the owner is typing.
  if (!shown && !settings.isPending && !today.isPending && !jobs.isLoading) setShown(true);
  return (
    <Screen heading="Settings">
      <FailedJobs />
      <RefundsWithoutOrder />
      <Loaded
        query={{ ...settings, data: shown ? settings.data : undefined }}
        blocks={['h-64', 'h-32']}
      >
        {(saved) => (
          <div className="grid gap-5 xl:grid-cols-2 xl:items-start">
            <SettingForm name="identity" now={saved} />
            <div className="grid gap-5">
              {keysOf(SETTINGS).map(
                (name) => name !== 'identity' && <SettingForm key={name} name={name} now={saved} />,
              )}
              {!couriers.isPending && (
                <Loaded query={couriers}>{(all) => <Couriers couriers={all} />}</Loaded>
              )}
            </div>
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

/** Failed refunds of payments without an order, which Today counts: only Razorpay's dashboard can make them. */
function RefundsWithoutOrder() {
  const { data } = useQuery(todayQuery);
  const payments = data?.refunds_without_order?.payments ?? [];
  if (payments.length === 0) return null;
  return (
    <section aria-labelledby="refunds-without-order" className="panel grid gap-2">
      <h2 id="refunds-without-order" className="text-lg">
        Failed refunds without an order
      </h2>
      <p>
        These customers paid, but no order came of it: the goods were gone, or they had paid or
        ordered already. Razorpay refused the refund, most often because the balance there was too
        small. Refund them in Razorpay’s dashboard; they leave this list within an hour.
      </p>
      <ul>
        {payments.map(({ payment_id, amount, email }) => (
          <li
            key={payment_id}
            className="flex flex-wrap items-baseline gap-x-4 border-b border-border py-2 last:border-0"
          >
            <code
              translate="no"
              className="min-w-0 flex-1 wrap-anywhere text-foreground select-all"
            >
              {payment_id}
            </code>
            <span className="font-semibold text-foreground tabular-nums">
              {formatPaise(toPaise(amount))}
            </span>
            <span className="w-full text-sm wrap-anywhere text-muted">{email}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
