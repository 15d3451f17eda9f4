import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { readJson } from '#app/admin/draft/draft-storage.ts';
import { useDraft } from '#app/admin/draft/use-draft.ts';
import { useFormDraft } from '#app/admin/draft/use-form-draft.ts';
import { reloadListed } from '#app/admin/products/product-queries.ts';
import type { StockChange } from './stock-changes.ts';

const Typed = z.object({ typed: z.string(), note: z.string() });
const EMPTY = { typed: '', note: '' };

/**
 * The draft of a stock change. It survives a reload with its idempotency key, which does not change with the number:
 * after a lost answer the same movement counts once, and another number is refused. A form that is cleared, or closed
 * while it is empty, is done with: the next movement has a key of its own, even if it is the same number.
 */
export function useStockDraft(product: string, change: StockChange) {
  const draft = useFormDraft(`stock-${change}:${product}`, Typed, EMPTY);
  const { form, restored, key, keep } = draft;
  /** The key of a form that was emptied but is still open: the user deletes one number before typing another. */
  const emptied = useRef<string>(undefined);

  function type(part: Partial<typeof form>) {
    const { typed, note } = { ...form, ...part };
    if (typed !== '' || note !== '') return draft.change(part, key ?? emptied.current);
    emptied.current = key ?? emptied.current;
    draft.forget();
  }

  function forget() {
    emptied.current = undefined;
    draft.forget();
  }

  return {
    ...form,
    restored,
    type,
    keep,
    /** After the movement was saved, and to clear the form. */
    forget,
    /** For the next movement, after the server saved the first request with another number: takes a new key. */
    beginAgain() {
      emptied.current = undefined;
      draft.change({ typed: '' });
    },
  };
}

const Expected = z.object({
  stock: z.number(),
  reserved: z.number(),
  held: z.number(),
  last_movement: z.number(),
});
type Expected = z.infer<typeof Expected>;

/**
 * The expected number of pieces at the start of a count. It is loaded when the form opens and kept in the draft, because
 * pieces that come or leave later spoil the count. Null until it is loaded, and for other changes.
 */
export function useExpected(product: string, change: StockChange, restored: boolean) {
  const [json, setJson] = useDraft(`stock-expected:${product}`);
  const [expected, setExpected] = useState<Expected | null>(() =>
    restored ? (readJson(Expected, json) ?? null) : null,
  );
  /** Reloads it. @throws as `callAdmin`. */
  async function renew(): Promise<void> {
    const { stock, reserved, held, last_movement } = await reloadListed(product);
    const now = { stock, reserved, held, last_movement };
    setExpected(now);
    setJson(JSON.stringify(now));
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the form opens
  useEffect(() => {
    if (change === 'count' && !expected) void renew().catch(() => {}); // saving reloads it
  }, []);
  return { expected, renew, forget: () => setJson('') };
}
