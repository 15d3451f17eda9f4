import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { readJson } from '#app/admin/draft/read-json.ts';
import { useDraft } from '#app/admin/draft/use-draft.ts';
import { useFormDraft } from '#app/admin/draft/use-form-draft.ts';
import type { StockChange } from './stock-changes.ts';
import { readLevel } from './stock-queries.ts';

const Typed = z.object({ typed: z.string(), note: z.string() });
const EMPTY = { typed: '', note: '' };

/**
 * What is typed into a product's form and not saved yet. It outlives a reload with its idempotency key, also where the
 * number is changed: the same movement after a lost answer counts once, and another one is refused.
 */
export function useStockDraft(product: string, change: StockChange) {
  const draft = useFormDraft(`stock-${change}:${product}`, Typed, EMPTY);
  const { form, restored, key, keep, forget } = draft;
  const type = (part: Partial<typeof form>) => draft.change(part, key);
  return {
    ...form,
    restored,
    type,
    keep,
    forget,
    clear: () => type(EMPTY),
    /** What was sent first is saved with another number: what is missing is another movement. */
    beginAgain: () => draft.change({ typed: '' }),
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
 * What a count began with: read as the form opens, and kept with what is typed, because what comes or leaves after that
 * spoils the count. Null until it is read, and for changes that are no count.
 */
export function useExpected(product: string, change: StockChange, restored: boolean) {
  const [json, setJson] = useDraft(`stock-expected:${product}`);
  const [expected, setExpected] = useState<Expected | null>(() =>
    restored ? (readJson(Expected, json) ?? null) : null,
  );
  /** Reads it anew. @throws as `callAdmin`. */
  async function renew(): Promise<void> {
    const { stock, reserved, held, last_movement } = await readLevel(product);
    const now = { stock, reserved, held, last_movement };
    setExpected(now);
    setJson(JSON.stringify(now));
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form opens
  useEffect(() => {
    if (change === 'count' && !expected) void renew().catch(() => {}); // saving reads it again
  }, []);
  return { expected, renew, forget: () => setJson('') };
}
