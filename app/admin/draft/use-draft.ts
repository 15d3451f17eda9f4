import { useState } from 'react';

/**
 * State of a form that a reload does not lose, as JSON in this tab's storage under `key`. `forget` is for when it was
 * sent. Ends with the tab, because others may use the same computer.
 */
export function useDraft<T>(
  key: string,
  initial: T,
  read: (stored: unknown) => T | undefined,
): [draft: T, setDraft: (draft: T) => void, forget: () => void] {
  const name = `admin-draft:${key}`;
  const [draft, setDraft] = useState(() => stored(name, read) ?? initial);
  return [
    draft,
    (next) => {
      setDraft(next);
      // A full or forbidden storage loses the draft and nothing else.
      attempt(() => sessionStorage.setItem(name, JSON.stringify(next)));
    },
    () => attempt(() => sessionStorage.removeItem(name)),
  ];
}

function stored<T>(name: string, read: (stored: unknown) => T | undefined): T | undefined {
  return attempt(() => {
    const json = sessionStorage.getItem(name);
    return json === null ? undefined : read(JSON.parse(json));
  });
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** For drafts that are one text. */
export function readText(stored: unknown): string | undefined {
  return typeof stored === 'string' ? stored : undefined;
}
