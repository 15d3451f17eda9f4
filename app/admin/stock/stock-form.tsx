import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { tellDone } from '#app/admin/undo/undo-store.ts';
import { messageOf } from '#app/shell/api/api-error.ts';
import { randomId } from '#app/shell/api/random-id.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import type { StockLevel } from '#contract/admin/stock.ts';
import { countHint, piecesInTheHouse } from './pieces.ts';
import { STOCK_CHANGES, type StockChange } from './stock-changes.ts';
import { stockChanged } from './stock-queries.ts';

type StockFormProps = { level: StockLevel; change: StockChange; onDone: () => void };

/** Asks for pieces and a note; Enter saves. A count writes the difference to what was shown when it began. */
export function StockForm({ level, change, onDone }: StockFormProps) {
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState('');
  const [saving, setSaving] = useState(false);
  // One movement, however often it is sent.
  const [idempotencyKey] = useState(randomId);
  // What is sold while somebody counts was there when they began.
  const [before] = useState(level);
  const label = STOCK_CHANGES.find((each) => each.change === change)?.field ?? 'Pieces';
  const pieces = /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : null;

  async function save() {
    if (pieces === null || (pieces === 0 && change !== 'count')) {
      return setFailure('Enter a whole number of pieces');
    }
    setFailure('');
    setSaving(true);
    const params = { id: level.product_id };
    try {
      const now =
        change === 'count'
          ? await callAdmin('POST /admin/stock/{id}/counts', {
              params,
              body: { counted: pieces, shown: piecesInTheHouse(before), note },
              idempotencyKey,
            })
          : await callAdmin('POST /admin/stock/{id}/movements', {
              params,
              body: { reason: change, pieces, note },
              idempotencyKey,
            });
      stockChanged();
      tellDone({ text: `${level.product_name}: ${now.stock} for sale` });
      onDone();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setSaving(false);
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      className="grid gap-3 rounded-md bg-mist p-4 sm:grid-cols-[10rem_minmax(0,1fr)_auto] sm:items-end"
    >
      {change === 'count' && <p className="text-sm sm:col-span-3">{countHint(before)}</p>}
      <Field
        label={label}
        inputMode="numeric"
        autoComplete="off"
        // Opened by the button before it: the number is what comes next.
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={failure}
      />
      <Field
        label="Note"
        autoComplete="off"
        maxLength={200}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button type="submit" busy={saving && 'Saving...'}>
        Save
      </Button>
    </form>
  );
}
