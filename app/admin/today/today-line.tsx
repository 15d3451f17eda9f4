import { CompactLink } from '#app/admin/compact-button.tsx';
import { age } from '#app/admin/orders/list/age.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { PageAddress } from '#app/ui/page-path.ts';
import { formatRupees } from '#domain/money.ts';

type TodayLineProps = {
  name: string;
  count: number;
  oldest?: string | null;
  /** Rupees. */
  amount?: number;
  to: PageAddress;
  action: string;
};

/** The server stops counting here. */
const MAX_COUNT = 1_000;

/** One kind of work, or a tick if there is none. */
export function TodayLine({ name, count, oldest, amount, to, action }: TodayLineProps) {
  if (count === 0) {
    return (
      <li className="today-line text-sm text-muted">
        <Icon name="check" />
        {name}
      </li>
    );
  }
  return (
    <li className="today-line">
      <p className="min-w-12 text-xl font-semibold text-foreground tabular-nums">
        {count >= MAX_COUNT ? `${MAX_COUNT - 1}+` : count}
      </p>
      <p className="min-w-0 flex-1">
        <span className="font-medium text-foreground">{name}</span>
        {(oldest || amount !== undefined) && (
          <span className="block text-sm text-muted">
            {oldest ? `oldest ${age(oldest)}` : formatRupees(amount ?? 0)}
          </span>
        )}
      </p>
      <CompactLink to={to} tone="secondary" aria-label={`${action}: ${name}`}>
        {action}
      </CompactLink>
    </li>
  );
}
