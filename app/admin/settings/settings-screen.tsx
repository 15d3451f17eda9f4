import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { couriersQuery } from '#app/admin/orders/order-queries.ts';
import { todayQuery } from '#app/admin/today/today-query.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';
import { CashLimitsForm } from './cash-limits-form.tsx';
import { Couriers } from './couriers.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { failedJobsQuery } from './failed-jobs-query.ts';
import { FormerSettings } from './former-settings.tsx';
import { LowStockForm } from './low-stock-form.tsx';
import { NoticeForm } from './notice-form.tsx';
import { OrderEmailForm } from './order-email-form.tsx';
import { RefundsWithoutOrder } from './refunds-without-order.tsx';
import { settingsQuery } from './settings-queries.ts';
import { ShopDetailsForm } from './shop-details-form.tsx';

/** The settings that the owner can change at any time. Each save adds a value to the history. */
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
    <section aria-labelledby="settings" className="grid gap-5">
      <title>Settings | Admin</title>
      <h1 id="settings" className="text-2xl">
        Settings
      </h1>
      <FailedJobs />
      <RefundsWithoutOrder />
      {!shown && (
        <Skeleton className="grid gap-2">
          <SkeletonBlock className="h-64 w-full" />
          <SkeletonBlock className="h-32 w-full" />
        </Skeleton>
      )}
      {settings.isError && !settings.data && (
        <LoadError
          error={settings.error}
          retrying={settings.isFetching}
          onRetry={settings.refetch}
        />
      )}
      {shown && settings.data && (
        <div className="grid gap-5 xl:grid-cols-2 xl:items-start">
          <ShopDetailsForm now={settings.data.identity} />
          <div className="grid gap-5">
            <NoticeForm now={settings.data.notice} />
            <CashLimitsForm now={settings.data.cash_limits} />
            <LowStockForm now={settings.data.low_stock} />
            {/* During a deployment, a server of an older build does not send it. */}
            {settings.data.order_email && <OrderEmailForm now={settings.data.order_email} />}
            {couriers.data && <Couriers />}
            {couriers.isError && !couriers.data && (
              <LoadError
                error={couriers.error}
                retrying={couriers.isFetching}
                onRetry={couriers.refetch}
              />
            )}
          </div>
        </div>
      )}
      {shown && <FormerSettings />}
    </section>
  );
}
