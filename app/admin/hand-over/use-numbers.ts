import * as z from 'zod/mini';
import { useDraft } from '#app/admin/draft/use-draft.ts';
import type { Numbers } from './parcel-numbers.ts';

const Kept = z.record(z.string(), z.string());

/** The numbers typed for these parcels; a reload keeps them. */
export function useNumbers(ids: readonly string[]): [Numbers, (numbers: Numbers) => void] {
  const [draft, setDraft] = useDraft(`parcels:${ids.join(',')}`);
  return [readNumbers(draft), (numbers) => setDraft(JSON.stringify(numbers))];
}

function readNumbers(draft: string): Numbers {
  if (draft === '') return {};
  const read = z.safeParse(Kept, JSON.parse(draft));
  return read.success ? read.data : {};
}
