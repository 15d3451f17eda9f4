import { useState } from 'react';
import { readDraft, writeDraft } from './draft-storage.ts';

/**
 * The draft of one text field, stored in this tab's session storage until it is set to '', so that it survives a
 * reload, a lost connection and a change by somebody else.
 *
 * @param name the draft's name, with the id of its subject. It must not change while the field is shown.
 * @returns the text, its setter, and when the restored text was typed, in milliseconds since 1970; null if none was
 *   restored.
 */
export function useDraft(name: string): [string, (text: string) => void, number | null] {
  const [draft, setDraft] = useState(() => {
    const { text, at } = readDraft(name) ?? { text: '', at: null };
    return { text, restored: at };
  });
  return [
    draft.text,
    (text) => {
      setDraft(({ restored }) => ({ text, restored: text ? restored : null }));
      writeDraft(name, text);
    },
    draft.restored,
  ];
}

/** Texts by the id of each one's subject. */
type Drafts = Record<string, string>;

/**
 * Like `useDraft`, for several subjects at once. Each has its own draft, shared with `useDraft`: the text is the same
 * on the subject's page and in lists.
 *
 * @param kind the first part of each draft's name, '<kind>:<id>'.
 * @param ids the subjects whose drafts are read on the first render; others are empty until they are set.
 * @returns the texts, a function that takes the changed ones, and when the newest restored text was typed, in
 *   milliseconds since 1970; null if none was restored.
 */
export function useDrafts(
  kind: string,
  ids: readonly string[],
): [Drafts, (changed: Drafts) => void, number | null] {
  const [restored] = useState(() =>
    ids.flatMap((id) => {
      const draft = readDraft(`${kind}:${id}`);
      return draft ? [{ id, ...draft }] : [];
    }),
  );
  const [texts, setTexts] = useState(
    (): Drafts => Object.fromEntries(restored.map(({ id, text }) => [id, text])),
  );
  const unfinished = restored.filter(({ id }) => texts[id]);
  return [
    texts,
    (changed) => {
      setTexts((before) => ({ ...before, ...changed }));
      for (const [id, text] of Object.entries(changed)) writeDraft(`${kind}:${id}`, text);
    },
    unfinished.length > 0 ? Math.max(...unfinished.map(({ at }) => at)) : null,
  ];
}
