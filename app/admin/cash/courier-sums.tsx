import { age } from '#app/admin/orders/list/age.ts';
import { Badge } from '#app/ui/badge.tsx';
import type { CourierCash } from '#contract/admin/cash.ts';
import { formatRupees } from '#domain/money.ts';

type CourierSumsProps = {
  couriers: readonly CourierCash[];
  chosen: string | null;
  onChoose: (courier: string | null) => void;
};

/** What each courier owes. Choosing a courier filters the rest of the page; choosing it again removes the filter. */
export function CourierSums({ couriers, chosen, onChoose }: CourierSumsProps) {
  const owing = couriers.filter(({ due, short, disputed }) => due + short + disputed > 0);
  if (owing.length === 0) {
    return <p className="panel text-muted">No courier owes anything.</p>;
  }
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {owing.map(({ courier, name, due, amount, oldest, overdue, overdue_amount, ...rest }) => (
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
              {overdue > 0 && <Badge tone="red">{formatRupees(overdue_amount)} overdue</Badge>}
              {rest.short > 0 && <Badge tone="yellow">{rest.short} short</Badge>}
              {rest.disputed > 0 && <Badge tone="purple">{rest.disputed} disputed</Badge>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** `oldest` is of all these orders: with some to clear up among them, "due" would be wrong. */
function openOrders(due: number, toClearUp: number): string {
  const count = due + toClearUp;
  return `${count} ${count === 1 ? 'order' : 'orders'} ${toClearUp === 0 ? 'due' : 'open'}`;
}
