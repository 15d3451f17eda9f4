import { useEffect, useState } from 'react';
import { DraftNote } from '#app/admin/draft/draft-note.tsx';
import { useDrafts } from '#app/admin/draft/use-draft.ts';
import type { Couriers } from '#app/admin/orders/actions/use-couriers.ts';
import { BulkOutcomes } from '#app/admin/orders/bulk/bulk-outcomes.tsx';
import { playWrongScan } from '#app/admin/pack/wrong-scan-sound.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { numberFieldId, ParcelRow } from './parcel-row.tsx';
import { type Pasted, problemOf, readList } from './pasted-list.ts';
import { useHandOver } from './use-hand-over.ts';

type ParcelsProps = { ids: readonly string[]; orders: readonly OrderDetail[]; couriers: Couriers };

/** The parcels with their numbers. A typed number is the same draft as on the order's own page. */
export function Parcels({ ids, orders, couriers }: ParcelsProps) {
  const [drafts, setDrafts, restored] = useDrafts('tracking', ids);
  const [failure, setFailure] = useState('');
  const [notice, setNotice] = useState<Pasted['notice']>(null);
  const { sending, outcomes, handOver, closeOutcomes } = useHandOver();
  const [target, setTarget] = useState<{ id: string } | null>(null);
  // After the fields have their values: the next scan replaces what the field has.
  useEffect(() => {
    const field = target && document.getElementById(numberFieldId(target.id));
    if (field instanceof HTMLInputElement) {
      field.focus();
      field.select();
    }
  }, [target]);
  const open = orders.filter(({ verbs }) => verbs.includes('hand_over'));
  const sent = orders.filter(({ fulfilment }) => fulfilment === 'shipped');
  const openIds = open.map(({ id }) => id);
  // Without parcels that are no longer on the list: their numbers must not count as duplicates.
  const numbers = Object.fromEntries(openIds.map((id) => [id, drafts[id] ?? '']));
  const { numbered } = couriers;
  const filled = numbered ? open.filter(({ id }) => numbers[id]?.trim()) : open;

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
    if (!order) playWrongScan();
    setTarget({ id: order?.id ?? id });
  }

  async function submit() {
    const { courier } = couriers;
    if (!courier) return setFailure(couriers.missing);
    if (filled.length === 0) return setFailure('Enter the tracking numbers first.');
    if (numbered && filled.some(({ id }) => problemOf(numbers, id) !== null))
      return setFailure('Please correct the numbers that are marked.');
    setFailure('');
    setNotice(null);
    const { done, failed } = await handOver(courier, filled, numbered ? numbers : null);
    setDrafts(Object.fromEntries(done.map((id) => [id, ''])));
    setFailure(failed);
  }

  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!sending) void submit();
        }}
        className="grid gap-4"
      >
        <SelectField
          label="Courier"
          className="max-w-xs"
          value={couriers.courier ?? ''}
          onChange={(event) => couriers.choose(event.target.value)}
          options={couriers.options}
        />
        <DraftNote
          restored={restored}
          onClear={() => setDrafts(Object.fromEntries(openIds.map((id) => [id, ''])))}
        />
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
          <Button type="submit" busy={sending && 'Handing over...'} disabled={open.length === 0}>
            {filled.length > 0 ? `Hand over ${filled.length}` : 'Hand over'}
          </Button>
          {sent.length > 0 && !sending && (
            <LinkButton
              to={`/admin/manifest?orders=${sent.map(({ id }) => id).join(',')}`}
              tone="secondary"
            >
              Print manifest
            </LinkButton>
          )}
          {open.length === 0 && !sending && (
            <LinkButton to="/admin/orders?queue=to_pack" tone="secondary">
              Next orders to pack
            </LinkButton>
          )}
        </div>
      </form>
      <BulkOutcomes outcomes={outcomes} onClose={closeOutcomes} />
    </>
  );
}
