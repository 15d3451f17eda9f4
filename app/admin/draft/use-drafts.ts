import { useState } from 'react';
import { readDraft, writeDraft } from './draft-storage.ts';

/** Texts by the id of what each belongs to. */
export type Drafts = Record<string, string>;

/**
 * The same as `useDraft` for several things at once, each with a draft of its own: whether it is shown alone, with these
 * or with others, its text is there.
 *
 * @param kind what the texts are for, as in the name of a single draft, '<kind>:<id>'.
 * @param ids those that are read, at the first rendering; others are empty until they are set.
 * @returns the texts, and a function that takes those that change.
 */
export function useDrafts(
  kind: string,
  ids: readonly string[],
): [Drafts, (changed: Drafts) => void] {
  const [texts, setTexts] = useState(
    (): Drafts => Object.fromEntries(ids.map((id) => [id, readDraft(`${kind}:${id}`)])),
  );
  return [
    texts,
    (changed) => {
      setTexts((before) => ({ ...before, ...changed }));
      for (const [id, text] of Object.entries(changed)) writeDraft(`${kind}:${id}`, text);
    },
  ];
}
