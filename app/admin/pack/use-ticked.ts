import * as z from 'zod/mini';
import { useDraft } from '#app/admin/draft/use-draft.ts';
import type { Ticked } from './scan.ts';

const Kept = z.record(z.string(), z.number());

/** The ticked pieces of these orders; a reload keeps them. */
export function useTicked(ids: readonly string[]): [Ticked, (ticked: Ticked) => void] {
  const [draft, setDraft] = useDraft(`packed:${ids.join(',')}`);
  return [readTicked(draft), (ticked) => setDraft(JSON.stringify(ticked))];
}

function readTicked(draft: string): Ticked {
  if (draft === '') return {};
  const read = z.safeParse(Kept, JSON.parse(draft));
  return read.success ? read.data : {};
}
