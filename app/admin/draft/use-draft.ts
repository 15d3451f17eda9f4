import { useState } from 'react';
import { readDraft, writeDraft } from './draft-storage.ts';

/**
 * A text that outlives a reload, a lost connection and an order that somebody else has changed meanwhile: kept in this
 * tab's session storage until it is set to ''.
 *
 * @param name what the text is for, with the id of what it belongs to. Another name is another text.
 * @returns the text, a function that sets it, and when a text that was here at the opening was typed; null for none.
 */
export function useDraft(name: string): [string, (text: string) => void, number | null] {
  const [held, hold] = useState(() => open(name));
  const draft = held.name === name ? held : open(name);
  if (draft !== held) hold(draft);
  return [
    draft.text,
    (text) => {
      hold({ name, text, restored: text ? draft.restored : null });
      writeDraft(name, text);
    },
    draft.restored,
  ];
}

function open(name: string) {
  const draft = readDraft(name);
  return { name, text: draft?.text ?? '', restored: draft?.at ?? null };
}
