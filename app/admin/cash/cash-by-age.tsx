import { callAdmin } from '#app/admin/call-admin.ts';
import { CsvButton } from '#app/admin/csv-button.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { CASH_AGES, type CourierCash } from '#contract/admin/cash.ts';
import { formatRupees, toPaise, toRupees } from '#domain/money.ts';

type CashByAgeProps = { couriers: readonly CourierCash[]; chosen: string | null };

/** What couriers owe by the days since the delivery; only the chosen courier, if one is. Collapsed at first. */
export function CashByAge({ couriers, chosen }: CashByAgeProps) {
  const owing = couriers.filter(
    ({ courier, ages }) => sumOf(ages).orders > 0 && (chosen === null || courier === chosen),
  );
  if (owing.length === 0) return null;
  const oldest = sumOf(owing.flatMap(({ ages }) => ages.slice(-1)));
  return (
    <details>
      <summary className="min-h-11 cursor-pointer content-center">
        <h2 className="mr-3 inline text-lg">Owed by age</h2>
        {oldest.orders > 0 && <Badge tone="red">{formatRupees(oldest.amount)} over 30 days</Badge>}
      </summary>
      <div className="mt-3 grid max-w-2xl grid-cols-1 gap-3">
        <section
          aria-label="Owed by age"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard where large text makes it too wide
          tabIndex={0}
          className="overflow-x-auto rounded-lg border border-border bg-surface shadow-soft"
        >
          <table className="w-full">
            <caption className="sr-only">What couriers owe, by days since the delivery</caption>
            <thead>
              <tr className="border-b border-border text-sm text-muted">
                <th scope="col" className={`${TEXT} font-medium`}>
                  Since delivery
                </th>
                <th scope="col" className={`${NUMBER} font-medium`}>
                  Orders
                </th>
                <th scope="col" className={`${NUMBER} font-medium`}>
                  Owed
                </th>
              </tr>
            </thead>
            {owing.map(({ courier, name, ages }) => (
              <tbody key={courier} className="border-b border-border">
                <Sum name={name} scope="rowgroup" {...sumOf(ages)} />
                {CASH_AGES.map((age, n) => {
                  const { orders, amount } = ages[n] ?? NOTHING;
                  return (
                    orders > 0 && (
                      <tr key={age.name}>
                        <th scope="row" className={`${TEXT} pl-7 font-normal sm:pl-8`}>
                          {age.name}
                        </th>
                        <td className={NUMBER}>{orders}</td>
                        <td className={NUMBER}>{formatRupees(amount)}</td>
                      </tr>
                    )
                  );
                })}
              </tbody>
            ))}
            {owing.length > 1 && (
              <tfoot>
                <Sum name="Total" scope="row" {...sumOf(owing.flatMap(({ ages }) => ages))} />
              </tfoot>
            )}
          </table>
        </section>
        <CsvButton load={() => callAdmin('GET /admin/cash/export')} />
      </div>
    </details>
  );
}

const TEXT = 'px-3 py-2 text-left sm:px-4';
const NUMBER = 'px-3 py-2 text-right whitespace-nowrap tabular-nums sm:px-4';

type Owed = CourierCash['ages'][number];
type SumProps = Owed & { name: string; scope: 'row' | 'rowgroup' };

function Sum({ name, scope, orders, amount }: SumProps) {
  return (
    <tr className="font-semibold text-foreground">
      <th scope={scope} className={TEXT}>
        {name}
      </th>
      <td className={NUMBER}>{orders}</td>
      <td className={NUMBER}>{formatRupees(amount)}</td>
    </tr>
  );
}

const NOTHING: Owed = { orders: 0, amount: 0 };

function sumOf(owed: readonly Owed[]): Owed {
  const paise = owed.reduce((sum, { amount }) => sum + toPaise(amount), 0);
  return { orders: owed.reduce((sum, { orders }) => sum + orders, 0), amount: toRupees(paise) };
}
