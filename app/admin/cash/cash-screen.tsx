import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';
import { CashByAge } from './cash-by-age.tsx';
import { cashQuery, openCashQuery } from './cash-queries.ts';
import { CourierSums } from './courier-sums.tsx';
import { ListForm } from './list-form.tsx';
import { OpenCashList } from './open-cash-list.tsx';
import { Remittances } from './remittances.tsx';
import { SettledCashList } from './settled-cash-list.tsx';

/** The cash that couriers collected: what each owes, the posting of their lists, and the open orders. */
export default function CashScreen() {
  const cash = useQuery(cashQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const courier = chosen ?? '';
  const open = useInfiniteQuery(openCashQuery(courier));
  const settled = useInfiniteQuery(openCashQuery(courier, 'settled'));
  return (
    <section aria-labelledby="cash" className="grid gap-5">
      <title>Cash | Admin</title>
      <h1 id="cash" className="text-2xl">
        Cash
      </h1>
      {cash.isPending && (
        <Skeleton className="grid gap-2">
          <SkeletonBlock className="h-16 w-full" />
          <SkeletonBlock className="h-48 w-full" />
        </Skeleton>
      )}
      {cash.isError && !cash.data && (
        <LoadError error={cash.error} retrying={cash.isFetching} onRetry={cash.refetch} />
      )}
      {cash.data && (
        <>
          <CourierSums couriers={cash.data.couriers} chosen={chosen} onChoose={setChosen} />
          <CashByAge couriers={cash.data.couriers} chosen={chosen} />
          <ListForm couriers={cash.data.couriers} chosen={chosen} onChoose={setChosen} />
          <OpenCashList courier={courier} />
          {/* Each part is shown after those above it have loaded, so that no button about money moves. */}
          {!open.isPending && <SettledCashList courier={courier} />}
          {!open.isPending && !settled.isPending && <Remittances />}
        </>
      )}
    </section>
  );
}
