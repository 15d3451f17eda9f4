type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** sessionStorage. Never throws: what the browser denies or has no room for is kept in this page's memory. */
export const tabStorage = () => TAB;

/** localStorage, likewise. */
export const browserStorage = () => BROWSER;

const TAB = orMemory(() => window.sessionStorage);
const BROWSER = orMemory(() => window.localStorage);

function orMemory(open: () => Storage): WebStorage {
  const memory = new Map<string, string>();
  return {
    getItem: (key) => memory.get(key) ?? attempt(() => open().getItem(key)) ?? null,
    setItem(key, value) {
      const stored = attempt(() => {
        open().setItem(key, value);
        return true;
      });
      if (stored) memory.delete(key);
      else memory.set(key, value);
    },
    removeItem(key) {
      memory.delete(key);
      attempt(() => open().removeItem(key));
    },
  };
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/**
 * An inline script: where the browser denies sessionStorage, one that reads as empty, and whose other
 * methods are missing. The router's own
 * inline script reads it, and again when that has failed, so every page would begin with an uncaught error. localStorage
 * needs none: only this shop's code and the auth client use it, which bear its refusal.
 */
export const DENIED_STORAGE = `try{sessionStorage}catch{Object.defineProperty(window,'sessionStorage',{value:{getItem(){}}})}`;
