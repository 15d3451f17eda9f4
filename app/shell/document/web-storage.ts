type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The storage of this tab, or memory where the browser denies it: then a reload forgets, and nothing else. */
export function tabStorage(): WebStorage {
  return orMemory(() => window.sessionStorage);
}

/** The storage that all tabs share; where the browser denies it, memory of this page. */
export function browserStorage(): WebStorage {
  return orMemory(() => window.localStorage);
}

function orMemory(open: () => WebStorage): WebStorage {
  try {
    return open();
  } catch {
    const memory = new Map<string, string>();
    return {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
    };
  }
}
