import * as z from 'zod/mini';
import { userId } from '#app/shell/session/user-id.ts';
import { readJson } from './read-json.ts';

/** A typed text, and when it was typed, in milliseconds since 1970. */
const Draft = z.object({ text: z.string(), at: z.number() });
export type Draft = z.infer<typeof Draft>;

/** Reads a draft of this tab; undefined where there is none. */
export function readDraft(name: string): Draft | undefined {
  try {
    return readJson(Draft, window.sessionStorage.getItem(keyOf(name)) ?? '');
  } catch {
    return undefined;
  }
}

/** Keeps a draft in this tab; '' removes it. */
export function writeDraft(name: string, text: string): void {
  try {
    const draft: Draft = { text, at: Date.now() };
    if (text) window.sessionStorage.setItem(keyOf(name), JSON.stringify(draft));
    else window.sessionStorage.removeItem(keyOf(name));
  } catch {
    // The browser denies storage: the text is lost with its field.
  }
}

const keyOf = (name: string) => `admin-draft:${userId()}:${name}`;
