import { useState } from 'react';
import * as z from 'zod/mini';
import { randomId } from '#app/shell/api/random-id.ts';
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
  const [json, setJson] = useDraft(name);
  const [first, setFirst] = useState(randomId);
  const kept = read(schema, json);
  const { form, key } = kept ?? { form: initial, key: first };
  const write = (typed: Form, itsKey: string) =>
    setJson(JSON.stringify({ form: typed, key: itsKey }));
  return {
    form,
    change: (part: Partial<Form>) => write({ ...form, ...part }, randomId()),
    /** To be called before it is sent: the key of this content, from now on stored. */
    keep: () => {
      write(form, key);
      return key;
    },
    forget: () => {
      setFirst(randomId());
      setJson('');
    },
  };
}

function read<Form>(schema: z.ZodMiniType<Form>, json: string) {
  const Kept = z.object({ form: schema, key: z.string() });
  return json === '' ? undefined : z.safeParse(Kept, JSON.parse(json)).data;
}
