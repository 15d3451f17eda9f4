import { Link } from '#app/ui/link.js';
import type {
  MatchResult,
  RemittanceLine,
  RemittancePreview,
  UnmatchedReason,
} from '#contract/admin/cash.ts';
import { FULFILMENT_NAMES } from '#domain/fulfilment.ts';
import { formatPaise, formatRupees, toPaise } from '#domain/money.ts';

const NAMES: Record<MatchResult, { title: string; about: string }> = {
  matched: { title: 'Matched', about: 'Paid in full' },
  different: { title: 'Different amount', about: 'Posted as short or disputed' },
  not_delivered: { title: 'Not delivered yet', about: 'Paid by the courier; not posted' },
  unknown: { title: 'Unknown', about: 'Not posted' },
  remitted: { title: 'Already remitted', about: 'Came with an earlier list; not posted' },
};

const REASONS: Record<UnmatchedReason, (line: RemittanceLine) => string> = {
  amount: ({ written }) =>
    written ? `“${written}” cannot be read as an amount` : 'There is no amount',
  twice: () => 'Twice in this list',
  no_parcel: () => 'No parcel of this courier has this number',
  paid_online: () => 'Was paid online',
  not_delivered: ({ fulfilment }) =>
    `${fulfilment ? FULFILMENT_NAMES[fulfilment] : 'Taken back'}: not marked as delivered`,
  settled: () => 'Settled by hand: reopen it to post this',
};

/** Why a line is not posted, or not as paid in full; null for others. */
function reasonOf(line: RemittanceLine, result: MatchResult): string | null {
  if (line.reason) return REASONS[line.reason](line);
  if (result !== 'different' || line.amount === null || line.expected === null) return null;
  const difference = toPaise(line.amount) - toPaise(line.expected);
  const more = difference > 0 ? 'more' : 'less';
  return `${formatPaise(Math.abs(difference))} ${more} than the ${formatRupees(line.expected)} owed`;
}

type MatchGroupProps = { result: MatchResult; group: RemittancePreview['groups'][MatchResult] };

/** The lines of a list with one result. Matched lines are collapsed, because nobody needs to check them. */
export function MatchGroup({ result, group: { count, amount, lines } }: MatchGroupProps) {
  const { title, about } = NAMES[result];
  return (
    <details
      open={result !== 'matched' && result !== 'remitted'}
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
            {reasonOf(line, result) && <span className="text-sm">{reasonOf(line, result)}</span>}
            <span className="ml-auto text-right tabular-nums">
              {line.amount === null ? '–' : formatRupees(line.amount)}
            </span>
          </li>
        ))}
        {count > lines.length && (
          <li className="py-2 text-sm text-muted">{`and ${count - lines.length} more`}</li>
        )}
      </ul>
    </details>
  );
}
