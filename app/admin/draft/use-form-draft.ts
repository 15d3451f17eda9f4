import * as z from 'zod/mini';
import { randomId } from '#app/shell/api/random-id.ts';
import { readJson } from './draft-storage.ts';
import { useDraft } from './use-draft.ts';

/**
 * The draft of a form with several fields, stored like `useDraft`. Its idempotency key is stored with it and changes
 * with the content: sending the same content again, also after a reload or a lost response, has no second effect.
 *
 * @param initial the content of an untouched form.
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
    /** When the restored draft was typed, for `DraftNote`; null if none was restored. */
    restored: kept && JSON.stringify(form) !== JSON.stringify(initial) ? typedAt : null,
    /** The idempotency key of the last content. */
    key: kept?.key,
    /** What connects a text field; `errors` are those of the form. */
    field: <Name extends TextName<Form>>(name: Name, errors: FieldErrors = {}) => ({
      value: form[name],
      error: errors[name],
      autoComplete: 'off',
      onChange: ({ target }: { target: { value: string } }) =>
        write({ ...form, [name]: target.value }, randomId()),
    }),
    /** Pass `key` to keep it although the content changes: for a form that may be sent only once. */
    change: (part: Partial<Form>, key = randomId()) => void write({ ...form, ...part }, key),
    /** Call before sending: stores the idempotency key of this content and returns it. */
    keep: () => write(form, kept?.key ?? randomId()),
    forget: () => setJson(''),
  };
}

/** The messages of invalid fields by their names. */
export type FieldErrors = Record<string, string | undefined>;

/** The names of a form's fields that hold any text. */
type TextName<Form> = {
  [Name in keyof Form & string]: string extends Form[Name] ? Name : never;
}[keyof Form & string];
