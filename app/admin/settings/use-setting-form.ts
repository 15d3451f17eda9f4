import * as z from 'zod/mini';
import { useVersionedDraft } from '#app/admin/draft/use-versioned-draft.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import type { SettingChange, ShopSettings } from '#contract/admin/settings.ts';
import { saveSetting, settingsQuery } from './settings-queries.ts';
import { useSave } from './use-save.ts';

/** A value and the id of its version. */
type Setting<Value> = { value: Value; seen: string | null };

/** The form of a setting, whose fields are texts. */
export function useSettingForm<Value, Form extends Record<string, string>>(options: {
  /** The name of the draft. */
  name: SettingChange['key'];
  schema: z.ZodMiniType<Form>;
  /** The labels of the fields. */
  names: Record<keyof Form, string>;
  /** The saved value. */
  now: Setting<Value>;
  asTyped: (value: Value) => Form;
  change: (typed: Form, seen: string | null) => SettingChange;
  pick: (saved: ShopSettings) => Setting<Value>;
  done: string;
}) {
  const { name, schema, names, now, asTyped, change, pick, done } = options;
  const draft = useVersionedDraft({
    name: `setting:${name}`,
    schema: { form: schema, version: z.nullable(z.string()) },
    saved: now,
    read: ({ value, seen }) => ({ form: asTyped(value), version: seen }),
  });
  const saving = useSave(async () => {
    await draft.save(
      async (typed, seen) => pick(await saveSetting(change(typed, seen), done)),
      async () => pick(await queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 })),
    );
  });
  /** @param path names the field in the server's answer, below the setting's value; without one, it is the value. */
  const field = (each: keyof Form & string, path?: string) => ({
    label: names[each],
    value: draft.form[each],
    onChange: ({ target }: { target: { value: string } }) =>
      draft.change((form) => ({ ...form, [each]: target.value })),
    error: Object.entries(saving.fields).find(([at]) =>
      at.startsWith(path === undefined ? 'value' : `value.${path}`),
    )?.[1],
  });
  return { ...draft, ...saving, names, field };
}

export type SettingFormState = Pick<
  ReturnType<typeof useSettingForm>,
  'save' | 'saving' | 'failure' | 'conflicts' | 'restored' | 'forget' | 'names'
>;
