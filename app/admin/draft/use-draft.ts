import { useState } from 'react';

/**
 * A text that outlives a reload, a lost connection and an order that somebody else has changed meanwhile: kept in this
 * tab's session storage until it is set to ''.
 *
 * @param name what the text is for, with the id of what it belongs to.
 */
export function useDraft(name: string): [string, (text: string) => void] {
  const key = `admin-draft:${name}`;
  const [text, setText] = useState(() => read(key));
  return [
    text,
    (next) => {
      setText(next);
      write(key, next);
    },
  ];
}

function read(key: string): string {
  try {
    return window.sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, text: string): void {
  try {
    if (text) window.sessionStorage.setItem(key, text);
    else window.sessionStorage.removeItem(key);
  } catch {
    // Storage is denied: the text lasts as long as its field.
  }
}
