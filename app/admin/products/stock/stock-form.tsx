import { useState } from 'react';
import * as z from 'zod/mini';
import { DraftNote, FormFields, PlainForm } from '#app/admin/admin-form.tsx';
import { callAdmin } from '#app/admin/api.ts';
import { useFormDraft } from '#app/admin/draft.ts';
import { reloadListed, stockChanged } from '#app/admin/products/product-queries.ts';
import { readCount } from '#app/admin/read-rupees.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { randomId } from '#app/shell/api/random-id.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { Link } from '#app/ui/link.js';
import { useIsMounted } from '#app/ui/use-is-mounted.ts';
import type { ListedProduct } from '#contract/admin/products.ts';
import { piecesOnHand } from '#domain/stock.ts';
import { countHint, STOCK_CHANGES, type StockChange } from './stock-changes.ts';

type StockFormProps = {
  /** As it is when the form opens. */
  product: ListedProduct;
  change: StockChange;
  onDone: () => void;
};

/** `expected`: what a count is compared with. It is kept with the draft: pieces that leave later do not spoil the count. */
const Typed = z.object({
  typed: z.string(),
  note: z.string(),
  expected: z.object({
    stock: z.number(),
    reserved: z.number(),
    held: z.number(),
    last_movement: z.number(),
  }),
});

const expectedOf = ({ stock, reserved, held, last_movement }: ListedProduct) => ({
  stock,
  reserved,
  held,
  last_movement,
});

/**
 * The form for a stock change: pieces and a note. A count is saved as the difference to the number that was expected
 * when it began; if pieces came or left since, the form shows the new expected number and keeps the typed one.
 */
export function StockForm({ product, change, onDone }: StockFormProps) {
  const { id, name } = product;
  const [empty] = useState({ typed: '', note: '', expected: expectedOf(product) });
  const draft = useFormDraft(`stock-${change}:${id}`, Typed, empty);
  const { typed, note, expected } = draft.form;
  /**
   * Stays when the number changes: after a lost answer the same movement counts once, and another number is refused. A
   * form that is cleared, or closed while it is empty, is done with.
   */
  const [key, setKey] = useState(() => draft.key ?? randomId());
  const [isSold, setIsSold] = useState(false);
  const isMounted = useIsMounted();
  const { write, busy, failure, fields, refuse } = useWrite({ onFailure: readAgain });
  const pieces = readCount(typed);

  function type(part: { typed?: string; note?: string }) {
    const next = { typed, note, ...part };
    if (next.typed === '' && next.note === '') draft.forget();
    else draft.change(part, key);
  }

  function clear() {
    draft.forget();
    setKey(randomId());
  }

  async function readAgain(error: unknown) {
    setIsSold(hasErrorCode(error, 'pieces_sold'));
    if (!hasErrorCode(error, 'stock_changed', 'pieces_sold', 'idempotency_key_reused')) return;
    stockChanged();
    if (hasErrorCode(error, 'idempotency_key_reused')) clear();
    else if (change === 'count')
      draft.change({ expected: expectedOf(await reloadListed(id)) }, key);
  }

  function send() {
    const request = { params: { id }, idempotencyKey: key };
    if (change !== 'count')
      return callAdmin('POST /admin/stock/{id}/movements', {
        ...request,
        body: { reason: change, pieces, note },
      });
    const { last_movement } = expected;
    const body = { counted: pieces, shown: piecesOnHand(expected), last_movement, note };
    return callAdmin('POST /admin/stock/{id}/counts', { ...request, body });
  }

  function save() {
    if (Number.isNaN(pieces) || (pieces === 0 && change !== 'count'))
      return refuse('', { pieces: 'Enter a whole number of pieces' });
    setIsSold(false);
    return write(async () => {
      const { stock } = await send();
      draft.forget();
      stockChanged();
      showSnackbar({ text: `${name}: ${stock} for sale` });
      if (isMounted()) onDone(); // or another form may be open by now
    });
  }

  return (
    <PlainForm
      onSubmit={save}
      className="grid gap-3 rounded-md bg-surface-muted p-4 sm:grid-cols-[10rem_minmax(0,1fr)_auto] sm:items-end"
    >
      {change === 'count' && (
        <p aria-live="polite" className="text-sm sm:col-span-3">
          {countHint(expected)}
        </p>
      )}
      <DraftNote
        restored={typed || note ? draft.restored : null}
        onClear={clear}
        className="sm:col-span-3"
      >
        It may have been saved. Saving it again counts once.
      </DraftNote>
      {failure && (
        <div className="sm:col-span-3">
          <InlineAlert>{failure}</InlineAlert>
          {isSold && (
            <Link to={`/admin/orders?queue=unsent&product=${id}`} className="panel-link">
              Orders with {name} that are not handed over
            </Link>
          )}
        </div>
      )}
      <FormFields saving={busy}>
        <Field
          label={STOCK_CHANGES.find((each) => each.change === change)?.field ?? 'Pieces'}
          inputMode="numeric"
          autoComplete="off"
          // A button has just opened the form: the number is the next input.
          autoFocus
          value={typed}
          onChange={(event) => type({ typed: event.target.value })}
          error={fields.pieces}
        />
        <Field
          label="Note"
          autoComplete="off"
          maxLength={200}
          value={note}
          onChange={(event) => type({ note: event.target.value })}
        />
      </FormFields>
      <Button type="submit" busy={busy && 'Saving...'}>
        Save
      </Button>
    </PlainForm>
  );
}
