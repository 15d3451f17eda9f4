import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { DraftNote, PlainForm } from '#app/admin/admin-form.tsx';
import { useDrafts } from '#app/admin/draft.ts';
import { useCourierChoice } from '#app/admin/orders/actions/use-couriers.ts';
import { useBulkAction } from '#app/admin/orders/bulk/use-bulk-action.tsx';
import { couriersQuery, reloadOrders } from '#app/admin/orders/order-queries.ts';
import { OrdersOfUrl } from '#app/admin/print/orders-of-url.tsx';
import { Loaded, Screen } from '#app/admin/screen.tsx';
import { useWrite } from '#app/admin/use-write.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import type { Courier } from '#contract/admin/couriers.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { numberFieldId, ParcelRow } from './parcel-row.tsx';
import { type Pasted, problemOf, readList } from './pasted-list.ts';

/** Hands many parcels to one courier: a tracking number for each, typed, scanned or pasted as a list. */
export default function HandOverScreen() {
  const couriers = useQuery(couriersQuery);
  return (
    <OrdersOfUrl>
      {(orders, notices, ids) => (
        <Screen heading="Hand over">
          {notices}
          {ids.length > 0 && (
            <Loaded query={couriers}>
              {(all) => <Parcels key={ids.join()} ids={ids} orders={orders} couriers={all} />}
            </Loaded>
          )}
        </Screen>
      )}
    </OrdersOfUrl>
  );
}

type ParcelsProps = {
  ids: readonly string[];
  orders: readonly OrderDetail[];
  couriers: readonly Courier[];
};

/** The parcels with their numbers. A typed number is the same draft as on the order's own page. */
function Parcels({ ids, orders, couriers }: ParcelsProps) {
  const { courier, numbered, missing, field } = useCourierChoice(couriers);
  const [drafts, setDrafts, restored] = useDrafts('tracking', ids);
  const [notice, setNotice] = useState<Pasted['notice']>(null);
  const { write, busy, failure, refuse } = useWrite();
  const { act, refusals } = useBulkAction({
    link: (done) => ({
      to: `/admin/print?orders=${done.map(({ id }) => id).join(',')}`,
      label: 'Print slips',
    }),
  });
  const [target, setTarget] = useState<{ id: string } | null>(null);
  // After the fields have their values: the next scan replaces what the field has.
  useEffect(() => {
    const input = target && document.getElementById(numberFieldId(target.id));
    if (input instanceof HTMLInputElement) {
      input.focus();
      input.select();
    }
  }, [target]);
  const open = orders.filter(({ verbs }) => verbs.includes('hand_over'));
  const sent = orders.filter(({ fulfilment }) => fulfilment === 'shipped');
  // Without parcels that are no longer on the list: their numbers must not count as duplicates.
  const numbers = Object.fromEntries(open.map(({ id }) => [id, drafts[id] ?? '']));
  const filled = numbered ? open.filter(({ id }) => numbers[id]?.trim()) : open;
  const clear = (parcels: readonly { id: string }[]) =>
    setDrafts(Object.fromEntries(parcels.map(({ id }) => [id, ''])));

  function paste(text: string, id: string): boolean {
    const list = readList(text, open, id);
    if (!list) return false;
    setDrafts(list.numbers);
    setNotice(list.notice);
    return true;
  }

  /** After a slip was scanned: restores the text of the field, and moves to the field of the slip's order. */
  function openSlip(orderNumber: string, id: string, before: string) {
    setDrafts({ [id]: before });
    const order = open.find(({ order_number }) => order_number === orderNumber);
    setNotice(
      order ? null : { text: `${orderNumber} is not to be handed over here.`, wrong: true },
    );
    setTarget({ id: order?.id ?? id });
  }

  function submit() {
    if (!courier) return refuse(missing);
    if (filled.length === 0) return refuse('Enter the tracking numbers first.');
    if (numbered && filled.some(({ id }) => problemOf(numbers, id) !== null))
      return refuse('Please correct the numbers that are marked.');
    setNotice(null);
    const items = filled.map(({ id, version }) => ({
      id,
      version,
      ...(numbered && { tracking_number: numbers[id] ?? '' }),
    }));
    return write(async () => {
      const outcomes = await act({ verb: 'hand_over', courier, items }, filled);
      clear(outcomes.filter(({ refused }) => refused === null));
      // The manifest shows the parcels as they are now.
      await reloadOrders();
    });
  }

  return (
    <>
      <PlainForm onSubmit={submit} className="grid gap-4">
        <SelectField {...field} className="max-w-xs" />
        <DraftNote restored={restored} onClear={() => clear(open)} />
        <ol className="overflow-clip rounded-lg border border-border bg-surface shadow-soft empty:hidden">
          {orders.map((order) => (
            <ParcelRow
              key={order.id}
              order={order}
              first={order === open[0]}
              numbered={numbered}
              number={numbers[order.id] ?? ''}
              problem={problemOf(numbers, order.id)}
              onType={(text) => setDrafts({ [order.id]: text })}
              onPaste={(text) => paste(text, order.id)}
              onSlip={(slip, before) => openSlip(slip, order.id, before)}
            />
          ))}
        </ol>
        {notice?.wrong && <InlineAlert>{notice.text}</InlineAlert>}
        {notice?.wrong === false && (
          <p role="status" className="font-medium text-foreground">
            {notice.text}
          </p>
        )}
        {failure && <InlineAlert>{failure}</InlineAlert>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={busy && 'Handing over...'} disabled={open.length === 0}>
            {filled.length > 0 ? `Hand over ${filled.length}` : 'Hand over'}
          </Button>
          {sent.length > 0 && !busy && (
            <LinkButton
              to={`/admin/manifest?orders=${sent.map(({ id }) => id).join(',')}`}
              tone="secondary"
            >
              Print manifest
            </LinkButton>
          )}
          {open.length === 0 && !busy && (
            <LinkButton to="/admin/orders?queue=to_pack" tone="secondary">
              Next orders to pack
            </LinkButton>
          )}
        </div>
      </PlainForm>
      {refusals}
    </>
  );
}
