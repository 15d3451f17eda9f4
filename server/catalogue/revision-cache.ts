import { setTimeout as sleep } from 'node:timers/promises';

/** Many times the number of products and fixed pages; caps the memory that clients can make a cache use. */
const MAX_VALUES = 500;

/** How long a change of the catalogue can go unnoticed, in milliseconds. */
const REVISION_LIFETIME_MS = 1_000;

/** How long a request for a cached value waits for the database, in milliseconds. It usually answers in one or two. */
const REVISION_TIMEOUT_MS = 300;

/** Values by key, of one revision of the catalogue. */
export type RevisionCache<Value> = {
  /** Returns the cached value, or one made for all who wait for it. */
  get(key: string, make: () => Promise<Value>): Promise<Value>;
  /** Returns the cached value if `get` would return it without asking the database; undefined otherwise. */
  getFresh(key: string): Value | undefined;
};

export type RevisionCaches = {
  /** Opens a cache of at most `max` values; `isCacheable` says of each whether it is stored. */
  open<Value>(isCacheable?: (value: Value) => boolean, max?: number): RevisionCache<Value>;
};

/**
 * Caches that are emptied when the catalogue changes. Their values are at most a second older than the catalogue; while
 * the database is down or does not respond, they return whatever they contain. All are emptied at the same time, because
 * a cached page must not be kept longer than the cached list from which it was rendered.
 */
export function openRevisionCaches(
  revisionNow: () => Promise<string>,
  clock: () => number,
): RevisionCaches {
  const clears: (() => void)[] = [];
  let revision = '';
  let checkedAt = Number.NEGATIVE_INFINITY;
  /** `soon` resolves with `done`, or after the timeout. */
  let checking: { done: Promise<void>; soon: Promise<void> } | undefined;

  async function check(): Promise<void> {
    try {
      const current = await revisionNow();
      if (current !== revision) for (const clear of clears) clear();
      revision = current;
    } catch {
      // The database is down: serve what is cached. The pool has logged the failed query.
    } finally {
      checkedAt = clock();
      checking = undefined;
    }
  }

  const isDue = () => clock() - checkedAt > REVISION_LIFETIME_MS;

  function beginCheck() {
    const done = check();
    return {
      done,
      soon: Promise.race([done, sleep(REVISION_TIMEOUT_MS, undefined, { ref: false })]),
    };
  }

  return {
    open<Value>(isCacheable: (value: Value) => boolean = () => true, max = MAX_VALUES) {
      const values = new Map<string, Value>(); // in order of the last request
      const making = new Map<string, Promise<Value>>();
      clears.push(() => {
        values.clear();
        making.clear(); // new requests must not wait for a value whose making began before the change
      });

      function begin(key: string, make: () => Promise<Value>): Promise<Value> {
        const madeFor = revision;
        const begun = make()
          .then((value) => {
            // A value made while the catalogue changed may be of the old one: return it, but do not cache it.
            if (madeFor === revision && isCacheable(value)) store(key, value);
            return value;
          })
          .finally(() => {
            if (making.get(key) === begun) making.delete(key);
          });
        making.set(key, begun);
        return begun;
      }

      function store(key: string, value: Value): void {
        values.delete(key);
        const [oldest] = values.keys();
        if (values.size >= max && oldest !== undefined) values.delete(oldest);
        values.set(key, value);
      }

      return {
        getFresh(key: string) {
          if (isDue()) return undefined;
          const cached = values.get(key);
          if (cached !== undefined) store(key, cached);
          return cached;
        },
        async get(key: string, make: () => Promise<Value>) {
          if (isDue()) {
            checking ??= beginCheck();
            await (values.has(key) ? checking.soon : checking.done);
          }
          const cached = values.get(key);
          if (cached === undefined) return making.get(key) ?? begin(key, make);
          store(key, cached);
          return cached;
        },
      };
    },
  };
}
