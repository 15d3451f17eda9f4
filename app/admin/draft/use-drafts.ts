import { useState } from 'react';
import { readDraft, writeDraft } from './draft-storage.ts';

/** Texts by the id of each one's subject. */
export type Drafts = Record<string, string>;

/**
 * As `useDraft`, for several subjects at once. Each has a draft of its own, which `useDraft` shares: the text is the same
 * on the subject's own page and in any list.
 *
 * @param kind the first part of each draft's name, '<kind>:<id>'.
 * @param ids the subjects whose drafts are read at the first rendering; others are empty until they are set.
 * @returns the texts, a function that takes the changed ones, and when the newest restored text was typed; null if none
 *   was restored.
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
