import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callAdmin, read } from '#app/admin/api.ts';
import { CsvButton } from '#app/admin/buttons.tsx';
import { GrowingList, type GrowingListProps } from '#app/admin/list.tsx';
import { age } from '#app/admin/orders/list/age.ts';
import { Loaded, Screen } from '#app/admin/screen.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { CASH_AGES, type CourierCash } from '#contract/admin/cash.ts';
import { formatRupees } from '#domain/money.ts';
import { cashOrdersQuery, remittancesQuery } from './cash-queries.ts';
import { OpenCashRow, SettledCashRow } from './cash-rows.tsx';
import { ListForm } from './list-form.tsx';
import { RemittanceRow } from './remittance-row.tsx';

/** The cash that couriers collected: what each owes, the posting of their lists, and the open orders. */
export default function CashScreen() {
  const cash = useQuery(read('GET /admin/cash'));
  const [chosen, setChosen] = useState<string | null>(null);
  const open = useInfiniteQuery(cashOrdersQuery(chosen));
  const settled = useInfiniteQuery(cashOrdersQuery(chosen, 'settled'));
  const posted = useInfiniteQuery(remittancesQuery);
  // Each part is shown after those above it have loaded, so that no button about money moves.
  const [showsSettled, showsPosted] = [!open.isPending, !open.isPending && !settled.isPending];
  return (
    <Screen heading="Cash">
      <Loaded query={cash} blocks={['h-16', 'h-48']}>
        {({ couriers }) => (
          <>
            <CourierSums couriers={couriers} chosen={chosen} onChoose={setChosen} />
            <ListForm couriers={couriers} chosen={chosen} onChoose={setChosen} />
            <Part
              title="Not paid in full"
              open
              list={open}
              idOf={({ order_id }) => order_id}
              row={(order) => <OpenCashRow order={order} />}
            />
            {showsSettled && (
              <Part
                title="Settled by hand"
                list={settled}
                idOf={({ order_id }) => order_id}
                row={(order) => <SettledCashRow order={order} />}
              />
            )}
            {showsPosted && (
              <Part
                title="Posted"
                open
                list={posted}
                idOf={({ id }) => id}
                row={(remittance) => <RemittanceRow remittance={remittance} />}
              />
            )}
          </>
        )}
      </Loaded>
    </Screen>
  );
}

type PartProps<Row> = GrowingListProps<Row> & { title: string; open?: boolean };

/** A list of the screen that can be collapsed; nothing without rows, but why they could not be loaded. */
function Part<Row>({ title, open = false, ...list }: PartProps<Row>) {
  const { data, error } = list.list;
  if (data ? data.length === 0 : error === null) return null;
  return (
    <details open={open}>
      <summary className="min-h-11 cursor-pointer content-center">
        <h2 className="inline text-lg">{title}</h2>
      </summary>
      <div className="mt-3 grid gap-3">
        <GrowingList {...list} />
      </div>
    </details>
  );
}

type CourierSumsProps = {
  couriers: readonly CourierCash[];
  chosen: string | null;
  onChoose: (courier: string | null) => void;
};

/** What each courier owes, also by the days since the delivery. Choosing a courier filters the rest of the page; choosing it again removes the filter. */
function CourierSums({ couriers, chosen, onChoose }: CourierSumsProps) {
  const owing = couriers.filter(({ due, short, disputed }) => due + short + disputed > 0);
  if (owing.length === 0) {
    return <p className="panel text-muted">No courier owes anything.</p>;
  }
  return (
    <>
      <ul className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {owing.map(({ courier, name, due, amount, oldest, overdue_amount, ages, ...rest }) => (
          <li key={courier}>
            <button
              type="button"
              aria-pressed={chosen === courier}
              onClick={() => onChoose(chosen === courier ? null : courier)}
              className="panel grid w-full gap-1 text-left hover:bg-surface-muted aria-pressed:border-primary"
            >
              <span className="font-medium text-foreground">{name}</span>
              <span className="text-xl font-semibold text-foreground tabular-nums">
                {formatRupees(amount)}
              </span>
              <span className="text-sm text-muted first-letter:uppercase">
                {openOrders(due, rest.short + rest.disputed)}
                {oldest && `, the oldest ${age(oldest)}`}
              </span>
              <span className="flex flex-wrap gap-1.5">
                {rest.overdue > 0 && (
                  <Badge tone="red">{formatRupees(overdue_amount)} overdue</Badge>
                )}
                {rest.short > 0 && <Badge tone="yellow">{rest.short} short</Badge>}
                {rest.disputed > 0 && <Badge tone="purple">{rest.disputed} disputed</Badge>}
              </span>
              {ages.map(
                (owed, n) =>
                  owed.orders > 0 && (
                    <span key={CASH_AGES[n]?.name} className="flex justify-between gap-4 text-sm">
                      <span>{CASH_AGES[n]?.name}</span>
                      <span className="tabular-nums">
                        {owed.orders} for {formatRupees(owed.amount)}
                      </span>
                    </span>
                  ),
              )}
            </button>
          </li>
        ))}
      </ul>
      <CsvButton load={() => callAdmin('GET /admin/cash/export')} />
    </>
  );
}

/** `oldest` is of all these orders: with some to clear up among them, "due" would be wrong. */
function openOrders(due: number, toClearUp: number): string {
  const count = due + toClearUp;
  return `${count} ${count === 1 ? 'order' : 'orders'} ${toClearUp === 0 ? 'due' : 'open'}`;
}
