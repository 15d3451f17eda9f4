import { setTimeout as sleep } from 'node:timers/promises';
import type { Document } from '#server/pages/document.ts';

/** A product catalogue's pages and the fixed ones fit many times over; strangers cannot make it grow. */
const MAX_DOCUMENTS = 500;

/** How long a change of the catalogue can go unnoticed, in milliseconds. */
const REVISION_LIFETIME = 1_000;

/** How long whoever asks for a page that is kept waits for the database, in milliseconds. It answers in one or two. */
const PATIENCE = 300;

/**
 * Keeps finished documents until the catalogue changes. A page is at most a second behind the catalogue;
 * while the database is away, or takes questions and answers none, the pages that are kept stay open.
 */
export function createDocumentCache(revisionNow: () => Promise<string>, clock: () => number) {
  const documents = new Map<string, Document>(); // the one asked for last stands last
  const rendering = new Map<string, Promise<Document>>();
  let revision = '';
  let checkedAt = Number.NEGATIVE_INFINITY;
  /** `soon` comes with `done`, or when patience ends. */
  let checking: { done: Promise<void>; soon: Promise<void> } | undefined;

  async function check(): Promise<void> {
    try {
      const current = await revisionNow();
      if (current !== revision) {
        documents.clear();
        rendering.clear(); // who comes now must not be given what was begun before
      }
      revision = current;
    } catch {
      // The database is away: what is kept is the best there is. The log has the failed query.
    } finally {
      checkedAt = clock();
      checking = undefined;
    }
  }

  function beginCheck() {
    const done = check();
    return { done, soon: Promise.race([done, sleep(PATIENCE, undefined, { ref: false })]) };
  }

  return {
    /** The kept document, or the one `render` makes for all who wait for it, kept when it is a success. */
    async get(key: string, render: () => Promise<Document>): Promise<Document> {
      if (clock() - checkedAt > REVISION_LIFETIME) {
        checking ??= beginCheck();
        await (documents.has(key) ? checking.soon : checking.done);
      }
      const kept = documents.get(key);
      if (kept) {
        keep(key, kept);
        return kept;
      }
      return rendering.get(key) ?? begin(key, render);
    },
  };

  function begin(key: string, render: () => Promise<Document>): Promise<Document> {
    const renderedFor = revision;
    const begun = render()
      .then((document) => {
        // A page rendered while the catalogue moved may show the old one: it is answered but not kept.
        if (document.status === 200 && renderedFor === revision) keep(key, document);
        return document;
      })
      .finally(() => {
        if (rendering.get(key) === begun) rendering.delete(key);
      });
    rendering.set(key, begun);
    return begun;
  }

  function keep(key: string, document: Document): void {
    documents.delete(key);
    const [oldest] = documents.keys();
    if (documents.size >= MAX_DOCUMENTS && oldest !== undefined) documents.delete(oldest);
    documents.set(key, document);
  }
}

export type DocumentCache = ReturnType<typeof createDocumentCache>;
