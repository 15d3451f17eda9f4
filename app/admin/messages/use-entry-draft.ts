import * as z from 'zod/mini';
import { useDraft } from '#app/admin/draft/use-draft.ts';
import { randomId } from '#app/shell/api/random-id.ts';
import type { MessageEntry } from '#contract/admin/messages.ts';

const Draft = z.object({ text: z.string(), idempotencyKey: z.string() });

/**
 * What is typed and not sent yet. Its idempotency key is stored with it and changes with the text: the same text is
 * mailed once, also when the response was lost and the page reloaded meanwhile.
 */
export function useEntryDraft(kind: MessageEntry['kind'], messageId: string) {
  const [json, setJson] = useDraft(`message-${kind}:${messageId}`);
  const draft = json === '' ? undefined : z.safeParse(Draft, JSON.parse(json)).data;
  return {
    text: '',
    idempotencyKey: '',
    ...draft,
    setText: (text: string) =>
      setJson(text && JSON.stringify({ text, idempotencyKey: randomId() })),
  };
}
