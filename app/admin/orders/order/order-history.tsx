import * as z from 'zod/mini';
import { DraftNote, FormFields, PlainForm } from '#app/admin/admin-form.tsx';
import { callAdmin } from '#app/admin/api.ts';
import { WriteButton } from '#app/admin/buttons.tsx';
import { useFormDraft } from '#app/admin/draft.ts';
import { showRefusal } from '#app/admin/orders/actions/use-order-action.ts';
import { EVENT_REASONS, EVENT_TITLES } from '#app/admin/orders/event-texts.ts';
import { orderChanged } from '#app/admin/orders/order-queries.ts';
import { WAYS } from '#app/admin/orders/refunds/refund-facts.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useRole } from '#app/admin/staff/use-staff.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.js';
import type { OrderDetail, OrderEvent } from '#contract/admin/order-views.ts';
import { ADDRESS_FIELD_NAMES } from '#domain/address.ts';
import { formatDateTime } from '#domain/day.ts';
import { codeInWords, DISPUTE_STATUS_TEXTS, DISPUTE_STATUSES } from '#domain/dispute.ts';
import { formatRupees } from '#domain/money.ts';

/** What has happened to an order, newest first; for roles that may, with the last email once more and a note. */
export function OrderHistory({ order }: { order: OrderDetail }) {
  const owner = useRole('owner');
  return (
    <section className="panel">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-lg">History</h2>
        {owner && (
          <Link
            to={`/admin/audit?subject_type=order&subject_id=${order.id}`}
            className="panel-link"
          >
            In the audit log
          </Link>
        )}
      </div>
      <SendEmailAgain order={order} />
      <OrderTimeline
        events={order.events}
        sold={order.order_items.reduce((pieces, { quantity }) => pieces + quantity, 0)}
      />
      <NoteForm orderId={order.id} />
    </section>
  );
}

const WAY_NAMES: Record<string, string> = WAYS;

/** All events of an order, newest first. `sold`: how many pieces the order has. */
function OrderTimeline({ events, sold }: { events: readonly OrderEvent[]; sold: number }) {
  return (
    <ol className="mt-3 grid gap-3">
      {events.toReversed().map((event) => (
        <li
          key={event.id ?? event.kind}
          className="grid grid-cols-[0.75rem_minmax(0,1fr)] gap-x-3 before:mt-2 before:size-2.5 before:rounded-full before:bg-highlight-strong before:content-['']"
        >
          <p>
            <span className="font-semibold text-foreground">
              {EVENT_TITLES[event.kind] ?? event.kind}
            </span>
            <span className="ml-2 text-sm text-muted">
              {formatDateTime(event.at)}
              {by(event)}
            </span>
            <Facts event={event} sold={sold} />
          </p>
        </li>
      ))}
    </ol>
  );
}

function by({ actor, staff, kind }: OrderEvent): string {
  if (kind === 'placed') return '';
  if (actor === 'shopper') return ', by the customer';
  return staff ? `, ${staff}` : '';
}

function Facts({ event: { kind, data }, sold }: { event: OrderEvent; sold: number }) {
  const facts = [
    kind === 'dispute' ? disputeText(data) : '',
    text(data.courier),
    text(data.tracking_number),
    EVENT_REASONS[text(data.reason)] ?? codeInWords(text(data.reason)),
    text(data.note),
    text(data.text),
    text(data.subject),
    fields(data.fields),
    typeof data.amount === 'number' ? formatRupees(data.amount) : '',
    WAY_NAMES[text(data.way)] ?? text(data.way),
    pieces(sum(data.good), 'good'),
    // The event of a parcel that came back has only the good pieces: the others are damaged.
    pieces(kind === 'receive_back' ? sold - sum(data.good) : sum(data.damaged), 'damaged'),
  ].filter(Boolean);
  return facts.length > 0 && <span className="block whitespace-pre-line">{facts.join(' · ')}</span>;
}

/** 'to be answered by Fri, 4 Dec, 3:04 pm' or 'lost'. */
function disputeText({ status, respond_by }: OrderEvent['data']): string {
  const known = DISPUTE_STATUSES.find((each) => each === status);
  if (!known) return '';
  const by = known === 'open' && text(respond_by);
  return DISPUTE_STATUS_TEXTS[known] + (by ? ` by ${formatDateTime(by)}` : '');
}

/** '2 good'; '' for none. */
function pieces(count: number, word: string): string {
  return count > 0 ? `${count} ${word}` : '';
}

/** The sum of pieces by item. */
function sum(items: unknown): number {
  if (typeof items !== 'object' || items === null) return 0;
  return Object.values(items).reduce<number>((total, count) => total + Number(count), 0);
}

/** Which parts of the address were corrected: 'City, Phone'. */
function fields(names: unknown): string {
  if (!Array.isArray(names)) return '';
  const known: Record<string, string> = ADDRESS_FIELD_NAMES;
  return names.map((name) => known[name] ?? String(name)).join(', ');
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Sends the customer the last email about the order again. Above the history, so that the new entry does not move it from
 * under the thumb. Only roles that may send one see the address.
 */
function SendEmailAgain({ order }: { order: OrderDetail }) {
  const { id, version, email } = order;
  if (email === null) return null;

  async function send() {
    const changed = await callAdmin('POST /admin/orders/{id}/emails', {
      params: { id },
      body: { version },
      // Another one for another time: by then the history has an entry more.
      idempotencyKey: `${id}-${version}-${sentAgain(order).length}`,
    });
    orderChanged(changed);
    const subject = sentAgain(changed).at(-1)?.data.subject;
    showSnackbar({ text: `“${subject}” is sent again to ${email}` });
  }

  return (
    <div className="mt-2 grid justify-items-start gap-1">
      <WriteButton
        tone="secondary"
        working="Sending..."
        work={send}
        failed={(error) => showRefusal(order, error, 'Not sent again')}
      >
        Send the email again
      </WriteButton>
      <p className="text-sm text-muted wrap-anywhere">The last one about this order, to {email}</p>
    </div>
  );
}

const sentAgain = ({ events }: OrderDetail) =>
  events.filter(({ kind }) => kind === 'send_email_again');

const Typed = z.object({ text: z.string() });

/** Writes a note for the staff, once. The draft is kept until it is saved. */
function NoteForm({ orderId }: { orderId: string }) {
  const draft = useFormDraft(`note:${orderId}`, Typed, { text: '' });
  const { write, busy, failure } = useWrite();
  if (!useRole('owner', 'packer')) return null;
  const text = draft.form.text.trim();
  const save = () =>
    write(async () => {
      const body = { text };
      const request = { params: { id: orderId }, body, idempotencyKey: draft.keep() };
      orderChanged(await callAdmin('POST /admin/orders/{id}/notes', request));
      draft.forget();
    });
  return (
    <PlainForm onSubmit={() => text && save()} className="mt-5 flex flex-wrap items-end gap-x-2">
      <DraftNote restored={draft.restored} onClear={draft.forget} className="w-full" />
      <FormFields saving={busy}>
        <Field
          {...draft.field('text')}
          label="Note for the staff"
          maxLength={1000}
          error={failure}
          className="min-w-0 flex-1"
        />
      </FormFields>
      <Button type="submit" tone="secondary" busy={busy && 'Saving...'}>
        Add
      </Button>
    </PlainForm>
  );
}
