import * as z from 'zod/mini';
import { randomId } from '#app/shell/api/random-id.ts';
import { readJson } from './read-json.ts';
import { useDraft } from './use-draft.ts';

/**
 * A form that outlives a reload and a lost answer, as `useDraft`. Its idempotency key is stored with it and changes with
 * what is typed: the same content has one effect, however often it is sent and whatever happens in between.
 *
 * @param initial what an untouched form shows.
 */
export function useFormDraft<Form extends object>(
  name: string,
  schema: z.ZodMiniType<Form>,
  initial: Form,
) {
  const [json, setJson, typedAt] = useDraft(name);
  const kept = readJson(z.object({ form: schema, key: z.string() }), json);
  const form = kept?.form ?? initial;
  const write = (form: Form, key: string) => {
    setJson(JSON.stringify({ form, key }));
    return key;
  };
  return {
    form,
    /** When what the form began with was typed, for `DraftNote`; null where it began untouched. */
    restored: kept && JSON.stringify(form) !== JSON.stringify(initial) ? typedAt : null,
    /** The key of what was typed last. */
    key: kept?.key,
    /** `key`: for a form whose content may change and still be sent once. */
    change: (part: Partial<Form>, key = randomId()) => void write({ ...form, ...part }, key),
    /** To be called before it is sent: the key of this content, from now on stored. */
    keep: () => write(form, kept?.key ?? randomId()),
    forget: () => setJson(''),
  };
}
