import { useState } from 'react';
import { PlainForm } from '#app/admin/admin-form.tsx';
import { callAdmin } from '#app/admin/call-admin.ts';
import { DraftNote } from '#app/admin/draft/draft-note.tsx';
import { stockChanged } from '#app/admin/products/product-queries.ts';
import { readCount } from '#app/admin/read-rupees.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useRole } from '#app/admin/staff/use-staff.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { Link } from '#app/ui/link.js';
import { useIsMounted } from '#app/ui/use-is-mounted.ts';
import type { ListedProduct } from '#contract/admin/products.ts';
import type { StockLevel } from '#contract/admin/stock.ts';
import { piecesOnHand } from '#domain/stock.ts';
import { countHint, STOCK_CHANGES, type StockChange } from './stock-changes.ts';
import { useExpected, useStockDraft } from './use-stock-draft.ts';

type StockFormProps = { product: ListedProduct; change: StockChange; onDone: () => void };

/**
 * The form for a stock change: pieces and a note. A count is saved as the difference to the number that was expected
 * when it began; if pieces came or left since, the form shows the new expected number and keeps the typed one.
 */
export function StockForm({ product, change, onDone }: StockFormProps) {
  const { id, name } = product;
  const draft = useStockDraft(id, change);
  const isMounted = useIsMounted();
  const { typed, note, restored } = draft;
  const count = useExpected(id, change, restored !== null);
  const [isSold, setIsSold] = useState(false);
  const { write, busy, failure, fields, refuse } = useWrite({ onFailure: readAgain });
  const label = STOCK_CHANGES.find((each) => each.change === change)?.field ?? 'Pieces';
  const pieces = readCount(typed);

  async function readAgain(error: unknown) {
    if (hasErrorCode(error, 'idempotency_key_reused')) draft.beginAgain();
    setIsSold(hasErrorCode(error, 'pieces_sold'));
    if (!hasErrorCode(error, 'stock_changed', 'pieces_sold', 'idempotency_key_reused')) return;
    stockChanged();
    if (change === 'count') await count.renew().catch(() => {});
  }

  async function send(): Promise<StockLevel | null> {
    const params = { id };
    const idempotencyKey = draft.keep();
    if (change !== 'count') {
      const body = { reason: change, pieces, note };
      return callAdmin('POST /admin/stock/{id}/movements', { params, body, idempotencyKey });
    }
    if (!count.expected) {
      await count.renew();
      refuse('What is expected had to be read again. Look at it, then save.');
      return null;
    }
    const { last_movement } = count.expected;
    const body = { counted: pieces, shown: piecesOnHand(count.expected), last_movement, note };
    return callAdmin('POST /admin/stock/{id}/counts', { params, body, idempotencyKey });
  }

  function clear() {
    draft.forget();
    if (change === 'count') void count.renew().catch(() => {}); // saving reloads it
  }

  function save() {
    if (Number.isNaN(pieces) || (pieces === 0 && change !== 'count'))
      return refuse('', { pieces: 'Enter a whole number of pieces' });
    setIsSold(false);
    return write(async () => {
      const now = await send();
      if (!now) return;
      draft.forget();
      count.forget();
      stockChanged();
      showSnackbar({ text: `${name}: ${now.stock} for sale` });
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
          {count.expected ? countHint(count.expected) : 'Reading what is expected...'}
        </p>
      )}
      <DraftNote restored={restored} onClear={clear} className="sm:col-span-3">
        It may have been saved. Saving it again counts once.
      </DraftNote>
      {failure && (
        <div className="sm:col-span-3">
          <InlineAlert>{failure}</InlineAlert>
          {isSold && <SoldPieces product={product} />}
        </div>
      )}
      <Field
        label={label}
        inputMode="numeric"
        autoComplete="off"
        // A button has just opened the form: the number is the next input.
        autoFocus
        value={typed}
        onChange={(event) => draft.type({ typed: event.target.value })}
        readOnly={busy}
        error={fields.pieces}
      />
      <Field
        label="Note"
        autoComplete="off"
        maxLength={200}
        readOnly={busy}
        value={note}
        onChange={(event) => draft.type({ note: event.target.value })}
      />
      <Button type="submit" busy={busy && 'Saving...'}>
        Save
      </Button>
    </PlainForm>
  );
}

/** A link to the orders that hold pieces of a product, one of which would have to be cancelled. */
function SoldPieces({ product: { id, name } }: { product: ListedProduct }) {
  const mayCancel = useRole('owner');
  return (
    <>
      {!mayCancel && (
        <p className="text-sm">
          Only owners cancel orders, and see those that are not confirmed yet: ask one of them.
        </p>
      )}
      <Link to={`/admin/orders?queue=unsent&product=${id}`} className="panel-link">
        Orders with {name} that are not handed over
      </Link>
    </>
  );
}
