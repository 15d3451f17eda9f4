import { useQuery } from '@tanstack/react-query';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Bone, Skeleton } from '#app/ui/skeleton.tsx';
import { CashLimitsForm } from './cash-limits-form.tsx';
import { Couriers } from './couriers.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { FormerSettings } from './former-settings.tsx';
import { IdentityForm } from './identity-form.tsx';
import { LowStockForm } from './low-stock-form.tsx';
import { NoticeForm } from './notice-form.tsx';
import { RefundsWithoutOrder } from './refunds-without-order.tsx';
import { settingsQuery } from './settings-queries.ts';

/** The settings that the owner can change at any time. Each save adds a value to the history. */
export default function SettingsScreen() {
  const settings = useQuery(settingsQuery);
  return (
    <section aria-labelledby="settings" className="grid gap-5">
      <title>Settings | Admin</title>
      <h1 id="settings" className="text-2xl">
        Settings
      </h1>
      {settings.isPending && (
        <Skeleton className="grid gap-2">
          <Bone className="h-64 w-full" />
          <Bone className="h-32 w-full" />
        </Skeleton>
      )}
      {settings.isError && !settings.data && (
        <LoadError
          error={settings.error}
          retrying={settings.isFetching}
          onRetry={settings.refetch}
        />
      )}
      <FailedJobs />
      <RefundsWithoutOrder />
      {settings.data && (
        <div className="grid gap-5 xl:grid-cols-2 xl:items-start">
          <IdentityForm now={settings.data.identity} />
          <div className="grid gap-5">
            <NoticeForm now={settings.data.notice} />
            <CashLimitsForm now={settings.data.cash_limits} />
            <LowStockForm now={settings.data.low_stock} />
            <Couriers />
          </div>
        </div>
      )}
      <FormerSettings />
    </section>
  );
}
