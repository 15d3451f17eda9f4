type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** sessionStorage, or memory where the browser denies it: then only a reload loses the data. */
export function tabStorage(): WebStorage {
  return orMemory(() => window.sessionStorage);
}

/** localStorage; where the browser denies it, memory of this page. */
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
