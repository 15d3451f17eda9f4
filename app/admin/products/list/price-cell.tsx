import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { RunningNote } from '#app/admin/products/prices/running-note.tsx';
import { reloadProduct } from '#app/admin/products/product-queries.ts';
import { readRupees, typedRupees } from '#app/admin/read-rupees.ts';
import { showFailure } from '#app/admin/show-failure.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { messageOf } from '#app/shell/api/api-error.ts';
import type { ListedProduct } from '#contract/admin/products.ts';
import { formatRupees } from '#domain/money.ts';
import { isAboveMrp } from '#domain/mrp.ts';
import { priceErrors, savePrice } from './save-price.ts';

/**
 * A price in the list: a click turns it into a field, Enter saves, Escape cancels. A price above the MRP asks for the new
 * one in a second field.
 */
export function PriceCell({ product }: { product: ListedProduct }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [typedMrp, setTypedMrp] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const mrpInput = useRef<HTMLInputElement>(null);
  const open = typed !== null;
  /** Counts openings and closings of the field, to ignore a late response to a price sent from an earlier opening. */
  const changes = useRef(0);
  const sent = useRef(0);
  const { write, busy, failure, refuse } = useWrite({
    failed: (error) => {
      if (changes.current === sent.current) refuse(messageOf(error));
      else showFailure(error, 'Not saved');
      void reloadProduct(product.id).catch(() => {});
    },
  });
  const returnsFocus = useRef(false);
  useEffect(() => {
    if (open) input.current?.select();
  }, [open]);
  // Before the page looks for another place for the focus of the field that is gone.
  useLayoutEffect(() => {
    if (!open && returnsFocus.current) button.current?.focus();
    returnsFocus.current = false;
  }, [open]);

  function close() {
    const { activeElement } = document;
    // Not if the user has moved the focus elsewhere, such as to the next price.
    returnsFocus.current =
      activeElement === document.body || input.current?.form?.contains(activeElement) === true;
    changes.current += 1;
    setTyped(null);
    setTypedMrp('');
    refuse('');
  }

  const price = readRupees(typed ?? '');
  const asksMrp = isAboveMrp({ price, mrp: product.mrp });

  function save() {
    if (busy) return;
    if (price === product.price) return close();
    const next = { price, mrp: asksMrp ? readRupees(typedMrp) : product.mrp };
    const invalid = priceErrors(next);
    refuse(invalid.price ?? invalid.mrp ?? '');
    if (invalid.price) return input.current?.focus();
    if (invalid.mrp) return mrpInput.current?.focus();
    sent.current = changes.current;
    return write(async () => {
      await savePrice(product, next);
      if (changes.current === sent.current) close();
    });
  }

  if (typed === null) {
    return (
      <button
        ref={button}
        type="button"
        onClick={() => setTyped(typedRupees(product.price))}
        className="-mr-2 min-h-11 rounded-md px-2 text-right font-semibold text-foreground tabular-nums underline decoration-border decoration-dotted underline-offset-4 hover:bg-surface-accent"
        aria-label={`Price of ${product.name}: ${formatRupees(product.price)}. Change it`}
      >
        {formatRupees(product.price)}
      </button>
    );
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
      className="grid justify-items-end gap-1"
    >
      <span className="flex items-center gap-1">
        <span aria-hidden="true">₹</span>
        <input
          ref={input}
          // The user has just opened this field.
          // biome-ignore lint/a11y/noAutofocus: opened by a click on the price
          autoFocus
          className="field-input w-24 text-right tabular-nums"
          inputMode="decimal"
          enterKeyHint="done"
          autoComplete="off"
          aria-label={`New price of ${product.name} in rupees`}
          aria-invalid={failure ? true : undefined}
          value={typed}
          readOnly={busy}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => {
            if (!busy && price === product.price) setTyped(null);
          }}
        />
      </span>
      {asksMrp && (
        <label className="flex items-center gap-1 text-sm">
          <span>New MRP</span>
          <input
            ref={mrpInput}
            className="field-input w-24 text-right tabular-nums"
            inputMode="decimal"
            enterKeyHint="done"
            autoComplete="off"
            aria-label={`New MRP of ${product.name} in rupees`}
            aria-invalid={failure ? true : undefined}
            value={typedMrp}
            readOnly={busy}
            onChange={(event) => setTypedMrp(event.target.value)}
          />
        </label>
      )}
      <span className="max-w-40 text-right text-sm text-danger" role="alert">
        {failure}
      </span>
      <RunningNote brief product={product} typed={typed} className="max-w-32 text-right" />
      <span className="text-xs text-muted">{busy ? 'Saving...' : 'Enter saves'}</span>
      {/* With two fields, Enter sends a form only if it has a button for that. */}
      <button type="submit" hidden>
        Save
      </button>
    </form>
  );
}
