import * as z from 'zod/mini';
import { randomId } from '#app/shell/api/random-id.ts';
import { useDraft } from './use-draft.ts';

const Draft = z.object({ text: z.string(), idempotencyKey: z.string() });

/**
 * What is typed and not sent yet, as `useDraft`. Its idempotency key is stored with it and changes with the text: the same
 * text is sent once, also when the response was lost and the page reloaded meanwhile.
 */
export function useKeyedDraft(name: string) {
  const [json, setJson] = useDraft(name);
  const draft = json === '' ? undefined : readDraft(json);
  return {
    text: '',
    idempotencyKey: '',
    ...draft,
    setText: (text: string) =>
      setJson(text && JSON.stringify({ text, idempotencyKey: randomId() })),
  };
}

function readDraft(json: string) {
  try {
    return z.safeParse(Draft, JSON.parse(json)).data;
  } catch {
    return undefined; // of a former version, which kept the text alone
  }
}
