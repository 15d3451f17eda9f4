import { useState } from 'react';
import { readDraft, writeDraft } from './draft-storage.ts';

/**
 * The draft of one text field, stored in this tab's session storage until it is set to '', so that it survives a
 * reload, a lost connection and a change by somebody else.
 *
 * @param name the draft's name, with the id of its subject. Another name is another draft.
 * @returns the text, its setter, and when the restored text was typed, in milliseconds since 1970; null if none was
 *   restored.
 */
export function useDraft(name: string): [string, (text: string) => void, number | null] {
  const [current, setCurrent] = useState(() => restore(name));
  const draft = current.name === name ? current : restore(name);
  if (draft !== current) setCurrent(draft);
  return [
    draft.text,
    (text) => {
      setCurrent({ name, text, restored: text ? draft.restored : null });
      writeDraft(name, text);
    },
    draft.restored,
  ];
}

function restore(name: string) {
  const draft = readDraft(name);
  return { name, text: draft?.text ?? '', restored: draft?.at ?? null };
}
