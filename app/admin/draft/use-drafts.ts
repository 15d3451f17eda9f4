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
 * @returns the texts, a function that takes those that change, and when the last of those that were here at the opening
 *   was typed; null for none.
 */
export function useDrafts(
  kind: string,
  ids: readonly string[],
): [Drafts, (changed: Drafts) => void, number | null] {
  const [opened] = useState(() =>
    ids.flatMap((id) => {
      const draft = readDraft(`${kind}:${id}`);
      return draft ? [{ id, ...draft }] : [];
    }),
  );
  const [texts, setTexts] = useState(
    (): Drafts => Object.fromEntries(opened.map(({ id, text }) => [id, text])),
  );
  const still = opened.filter(({ id }) => texts[id]);
  return [
    texts,
    (changed) => {
      setTexts((before) => ({ ...before, ...changed }));
      for (const [id, text] of Object.entries(changed)) writeDraft(`${kind}:${id}`, text);
    },
    still.length > 0 ? Math.max(...still.map(({ at }) => at)) : null,
  ];
}
