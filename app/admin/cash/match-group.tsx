import { Link } from '#app/ui/link.js';
import type {
  MatchResult,
  RemittanceLine,
  RemittancePreview,
  UnknownReason,
} from '#contract/admin/cash.ts';
import { formatDay } from '#domain/day.ts';
import { FULFILMENT_NAMES } from '#domain/fulfilment.ts';
import { formatRupees } from '#domain/money.ts';

const NAMES: Record<MatchResult, { title: string; about: string }> = {
  matched: { title: 'Matched', about: 'Paid in full' },
  different: { title: 'Different amount', about: 'Posted as short or disputed' },
  unknown: { title: 'Unknown', about: 'Not posted' },
  remitted: { title: 'Already remitted', about: 'Came with an earlier list; not posted' },
};

const REASONS: Record<Exclude<UnknownReason, 'settled' | 'not_delivered'>, string> = {
  amount: 'The amount cannot be read',
  twice: 'Twice in this list',
  no_parcel: 'No parcel of this courier has this number',
  paid_online: 'Was paid online',
};

function reasonOf({ reason, settled_at, fulfilment }: RemittanceLine): string | null {
  if (reason === 'not_delivered') {
    const state =
      fulfilment && fulfilment !== 'delivered' ? `: ${FULFILMENT_NAMES[fulfilment]}` : '';
    return `Is not marked as delivered${state}`;
  }
  if (reason !== 'settled') return reason && REASONS[reason];
  const when = settled_at ? ` on ${formatDay(settled_at)}` : '';
  return `Settled by hand${when}: reopen it to post this`;
}

type MatchGroupProps = { result: MatchResult; group: RemittancePreview['groups'][MatchResult] };

/** The lines of a list with one result. Matched lines are collapsed, because nobody needs to check them. */
export function MatchGroup({ result, group: { count, amount, lines } }: MatchGroupProps) {
  const { title, about } = NAMES[result];
  return (
    <details
      open={result === 'different' || result === 'unknown'}
      className="border-b border-border last:border-0"
    >
      <summary className="flex min-h-12 flex-wrap items-baseline gap-x-3 px-4 py-2.5">
        <span className="min-w-8 text-xl font-semibold text-foreground tabular-nums">{count}</span>
        <span className="font-medium text-foreground">{title}</span>
        <span className="text-sm text-muted">{about}</span>
        <span className="ml-auto tabular-nums">{formatRupees(amount)}</span>
      </summary>
      <ul className="bg-surface-muted px-4 py-1">
        {lines.map((line) => (
          <li
            key={line.line}
            className="flex flex-wrap items-baseline gap-x-4 border-b border-border py-2 last:border-0"
          >
            <span translate="no" className="font-medium wrap-anywhere text-foreground">
              {line.tracking_number}
            </span>
            {line.order_id && (
              <Link translate="no" to={`/admin/orders/${line.order_id}`} className="panel-link">
                {line.order_number}
              </Link>
            )}
            {line.reason && <span className="text-sm">{reasonOf(line)}</span>}
            <span className="ml-auto text-right tabular-nums">
              {line.amount === null ? '–' : formatRupees(line.amount)}
              {result === 'different' && line.expected !== null && (
                <span className="block text-sm text-muted">of {formatRupees(line.expected)}</span>
              )}
            </span>
          </li>
        ))}
        {count > lines.length && (
          <li className="py-2 text-sm text-muted">and {count - lines.length} more</li>
        )}
      </ul>
    </details>
  );
}
