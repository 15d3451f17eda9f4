import { useState } from 'react';
import { readDraft, writeDraft } from './draft-storage.ts';

/**
 * A text that outlives a reload, a lost connection and an order that somebody else has changed meanwhile: kept in this
 * tab's session storage until it is set to ''.
 *
 * @param name what the text is for, with the id of what it belongs to.
 */
export function useDraft(name: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readDraft(name));
  return [
    text,
    (next) => {
      setText(next);
      writeDraft(name, next);
    },
  ];
}
