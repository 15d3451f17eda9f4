import * as z from 'zod/mini';
import { userId } from '#app/shell/session/session.ts';
import { tabStorage } from '#app/shell/web-storage.ts';

/** A typed text, and when it was typed, in milliseconds since 1970. */
const Draft = z.object({ text: z.string(), at: z.number() });
export type Draft = z.infer<typeof Draft>;

/** Reads a draft of this tab; undefined where there is none. */
export function readDraft(name: string): Draft | undefined {
  return readJson(Draft, tabStorage().getItem(keyOf(name)) ?? '');
}

/** Keeps a draft in this tab; '' removes it. */
export function writeDraft(name: string, text: string): void {
  const draft: Draft = { text, at: Date.now() };
  if (text) tabStorage().setItem(keyOf(name), JSON.stringify(draft));
  else tabStorage().removeItem(keyOf(name));
}

const keyOf = (name: string) => `admin-draft:${userId()}:${name}`;

/**
 * Parses a stored draft. The schema must accept every text that a field can hold while somebody types: one that trims
 * would change the field. Undefined for '', and for a draft in the format of a former version of the admin.
 */
export function readJson<T>(schema: z.ZodMiniType<T>, json: string): T | undefined {
  if (json === '') return undefined;
  try {
    return z.safeParse(schema, JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}
