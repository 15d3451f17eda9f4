import { CompactButton, CompactLink } from '#app/admin/compact-button.tsx';
import type { OrderRow } from '#contract/admin/order-views.ts';
import { VERB_NAMES, type Verb } from '#domain/order-verbs.ts';

/** Verbs that a button applies to all selected orders at once. */
const AT_ONCE = ['confirm', 'pack', 'unpack', 'deliver'] as const;
type AtOnce = (typeof AT_ONCE)[number];

/** Verbs that a dialog confirms first. */
export type Confirmed = 'return_to_origin' | 'cancel';

type BulkButtonsProps = {
  /** At least one. */
  orders: readonly OrderRow[];
  /** The verb that is under way. */
  busy: Verb | null;
  onAct: (verb: AtOnce) => void;
  onAsk: (verb: Confirmed) => void;
};

/** What can be done with all selected orders: only what every one of them allows. */
export function BulkButtons({ orders, busy, onAct, onAsk }: BulkButtonsProps) {
  const ids = orders.map(({ id }) => id).join(',');
  const can = (verb: Verb) => orders.every(({ verbs }) => verbs.includes(verb));
  return (
    <>
      <CompactLink to={`/admin/print?orders=${ids}`}>Print</CompactLink>
      {can('pack') && <CompactLink to={`/admin/pack?orders=${ids}`}>Pack by scan</CompactLink>}
      {AT_ONCE.filter(can).map((verb) => (
        <CompactButton
          key={verb}
          busy={busy === verb && 'Working...'}
          disabled={busy !== null && busy !== verb}
          onClick={() => onAct(verb)}
        >
          {VERB_NAMES[verb]}
        </CompactButton>
      ))}
      {can('return_to_origin') && (
        <CompactButton disabled={busy !== null} onClick={() => onAsk('return_to_origin')}>
          {VERB_NAMES.return_to_origin}
        </CompactButton>
      )}
      {can('hand_over') && (
        <CompactLink to={`/admin/hand-over?orders=${ids}`}>{VERB_NAMES.hand_over}</CompactLink>
      )}
      {can('cancel') && (
        <CompactButton onClick={() => onAsk('cancel')}>
          {orders.length === 1 ? 'Cancel order' : 'Cancel orders'}
        </CompactButton>
      )}
    </>
  );
}
