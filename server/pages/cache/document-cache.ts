import { setTimeout as sleep } from 'node:timers/promises';
import type { Document } from '#server/pages/document.ts';

/** Many times the number of products and fixed pages; caps the memory that clients can make the cache use. */
const MAX_DOCUMENTS = 500;

/** How long a change of the catalogue can go unnoticed, in milliseconds. */
const REVISION_LIFETIME = 1_000;

/** How long a request for a cached page waits for the database, in milliseconds. It usually answers in one or two. */
const REVISION_TIMEOUT = 300;

/**
 * Caches finished documents until the catalogue changes. A page is at most a second behind the catalogue; while the
 * database is down or does not answer, the cached pages are still served.
 */
export function createDocumentCache(revisionNow: () => Promise<string>, clock: () => number) {
  const documents = new Map<string, Document>(); // in order of the last request
  const rendering = new Map<string, Promise<Document>>();
  let revision = '';
  let checkedAt = Number.NEGATIVE_INFINITY;
  /** `soon` resolves with `done`, or after the timeout. */
  let checking: { done: Promise<void>; soon: Promise<void> } | undefined;

  async function check(): Promise<void> {
    try {
      const current = await revisionNow();
      if (current !== revision) {
        documents.clear();
        rendering.clear(); // new requests must not join a rendering that began before the change
      }
      revision = current;
    } catch {
      // The database is down: serve what is cached. The pool has logged the failed query.
    } finally {
      checkedAt = clock();
      checking = undefined;
    }
  }

  function beginCheck() {
    const done = check();
    return { done, soon: Promise.race([done, sleep(REVISION_TIMEOUT, undefined, { ref: false })]) };
  }

  return {
    /** Returns the cached document, or one rendering shared by all who wait for it; caches it if it has status 200. */
    async get(key: string, render: () => Promise<Document>): Promise<Document> {
      if (clock() - checkedAt > REVISION_LIFETIME) {
        checking ??= beginCheck();
        await (documents.has(key) ? checking.soon : checking.done);
      }
      const cached = documents.get(key);
      if (cached) {
        store(key, cached);
        return cached;
      }
      return rendering.get(key) ?? begin(key, render);
    },
  };

  function begin(key: string, render: () => Promise<Document>): Promise<Document> {
    const renderedFor = revision;
    const begun = render()
      .then((document) => {
        // A page rendered while the catalogue changed may show the old one: serve it, but do not cache it.
        if (document.status === 200 && renderedFor === revision) store(key, document);
        return document;
      })
      .finally(() => {
        if (rendering.get(key) === begun) rendering.delete(key);
      });
    rendering.set(key, begun);
    return begun;
  }

  function store(key: string, document: Document): void {
    documents.delete(key);
    const [oldest] = documents.keys();
    if (documents.size >= MAX_DOCUMENTS && oldest !== undefined) documents.delete(oldest);
    documents.set(key, document);
  }
}

export type DocumentCache = ReturnType<typeof createDocumentCache>;
