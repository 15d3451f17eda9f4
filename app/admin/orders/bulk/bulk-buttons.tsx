import { COMPACT_BUTTON } from '#app/admin/compact-button.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
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
      <LinkButton to={`/admin/print?orders=${ids}`} tone="quiet" className={COMPACT_BUTTON}>
        Print
      </LinkButton>
      {can('pack') && (
        <LinkButton to={`/admin/pack?orders=${ids}`} tone="quiet" className={COMPACT_BUTTON}>
          Pack by scan
        </LinkButton>
      )}
      {AT_ONCE.filter(can).map((verb) => (
        <Button
          key={verb}
          tone="quiet"
          className={COMPACT_BUTTON}
          busy={busy === verb && 'Working...'}
          disabled={busy !== null && busy !== verb}
          onClick={() => onAct(verb)}
        >
          {VERB_NAMES[verb]}
        </Button>
      ))}
      {can('return_to_origin') && (
        <Button
          tone="quiet"
          className={COMPACT_BUTTON}
          disabled={busy !== null}
          onClick={() => onAsk('return_to_origin')}
        >
          {VERB_NAMES.return_to_origin}
        </Button>
      )}
      {can('hand_over') && (
        <LinkButton to={`/admin/hand-over?orders=${ids}`} tone="quiet" className={COMPACT_BUTTON}>
          {VERB_NAMES.hand_over}
        </LinkButton>
      )}
      {can('cancel') && (
        <Button tone="quiet" className={COMPACT_BUTTON} onClick={() => onAsk('cancel')}>
          {orders.length === 1 ? 'Cancel order' : 'Cancel orders'}
        </Button>
      )}
    </>
  );
}
