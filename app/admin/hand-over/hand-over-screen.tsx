import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { callAdmin } from '#app/admin/call-admin.ts';
import { BulkOutcomes } from '#app/admin/orders/bulk-outcomes.tsx';
import { undoOfSeveral } from '#app/admin/orders/bulk-undo.ts';
import { lastCourier, rememberCourier } from '#app/admin/orders/last-courier.ts';
import { couriersQuery, reloadOrders } from '#app/admin/orders/order-queries.ts';
import { idsOf } from '#app/admin/print/ids.ts';
import { useOrders } from '#app/admin/print/use-orders.ts';
import { tellDone } from '#app/admin/undo/undo-store.ts';
import { messageOf } from '#app/shell/api/api-error.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { BulkOutcome } from '#contract/admin/order-actions.ts';
import { enter, problemOf } from './parcel-numbers.ts';
import { ParcelRow } from './parcel-row.tsx';
import { useNumbers } from './use-numbers.ts';

/** Many parcels for one courier: a tracking number for each, typed, scanned or pasted as a list. */
export default function HandOverScreen() {
  const [params] = useSearchParams();
  const { orders, pending, error, refetch } = useOrders(idsOf(params));
  const couriers = useQuery(couriersQuery);
  const active = couriers.data?.filter((courier) => courier.active) ?? [];
  const [chosen, setChosen] = useState(lastCourier);
  const [numbers, setNumbers] = useNumbers(idsOf(params));
  const [failure, setFailure] = useState('');
  const [sending, setSending] = useState(false);
  const [outcomes, setOutcomes] = useState<BulkOutcome[] | null>(null);
  const courier = active.find(({ id }) => id === chosen)?.id ?? active[0]?.id;
  const open = orders.filter(({ verbs }) => verbs.includes('hand_over'));
  const sent = orders.filter(({ fulfilment }) => fulfilment === 'shipped');
  const ids = open.map(({ id }) => id);
  const filled = open.filter(({ id }) => numbers[id]?.trim());
  const wrong = filled.some(({ id }) => problemOf(numbers, id) !== null);

  async function handOver() {
    if (!courier) return setFailure('There is no courier in use.');
    if (filled.length === 0) return setFailure('Enter the tracking numbers first.');
    if (wrong) return setFailure('Please correct the numbers that are marked.');
    if (sending) return;
    setFailure('');
    setSending(true);
    rememberCourier(courier);
    try {
      const items = filled.map(({ id, version }) => ({
        id,
        version,
        tracking_number: numbers[id] ?? '',
      }));
      const answer = await callAdmin('POST /admin/orders/actions', {
        body: { verb: 'hand_over', courier, items },
      });
      if (answer.outcomes.some(({ refused }) => refused !== null)) setOutcomes(answer.outcomes);
      else {
        setNumbers({});
        const undo = undoOfSeveral('hand_over', open, answer.outcomes);
        tellDone({
          text: `${items.length} handed over`,
          ...(undo && { undo }),
          link: {
            to: `/admin/print?orders=${items.map(({ id }) => id).join(',')}`,
            label: 'Print slips',
          },
        });
      }
    } catch (reason) {
      setFailure(messageOf(reason));
    } finally {
      // The orders are read again one by one: until all have come, a manifest would lack some.
      await reloadOrders();
      setSending(false);
    }
  }

  if (pending) return <Spinner label="Loading..." />;
  if (error) return <LoadError error={error} retrying={pending} onRetry={refetch} />;
  return (
    <section aria-labelledby="hand-over" className="grid gap-5">
      <title>Hand over | Admin</title>
      <h1 id="hand-over" className="text-2xl">
        Hand over
      </h1>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void handOver();
        }}
        className="grid gap-4"
      >
        <SelectField
          label="Courier"
          className="max-w-xs"
          value={courier ?? ''}
          onChange={(event) => setChosen(event.target.value)}
          options={active.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <ol className="overflow-clip rounded-lg border border-line bg-paper shadow-soft">
          {orders.map((order) => (
            <ParcelRow
              key={order.id}
              order={order}
              first={order === open[0]}
              number={numbers[order.id] ?? ''}
              problem={problemOf(numbers, order.id)}
              onEnter={(text) => setNumbers(enter(numbers, ids, order.id, text))}
            />
          ))}
        </ol>
        {failure && <InlineAlert>{failure}</InlineAlert>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={sending && 'Handing over...'} disabled={open.length === 0}>
            Hand over {filled.length > 0 && filled.length}
          </Button>
          {sent.length > 0 && !sending && (
            <LinkButton
              to={`/admin/manifest?orders=${sent.map(({ id }) => id).join(',')}`}
              tone="secondary"
            >
              Print manifest
            </LinkButton>
          )}
        </div>
      </form>
      <BulkOutcomes outcomes={outcomes} onClose={() => setOutcomes(null)} />
    </section>
  );
}
