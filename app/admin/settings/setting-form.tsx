import { queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { AdminForm } from '#app/admin/admin-form.tsx';
import { callAdmin } from '#app/admin/call-admin.ts';
import { ConflictNotice } from '#app/admin/draft/conflict-notice.tsx';
import { useVersionedDraft } from '#app/admin/draft/use-versioned-draft.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { cancelQueries, queryClient } from '#app/shell/api/query-client.ts';
import type { SettingChange, ShopSettings } from '#contract/admin/settings.ts';

/** A value and the id of its version. */
type Setting<Value> = { value: Value; seen: string | null };

type SettingFormProps<Value, Form> = {
  title: string;
  about: string;
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
  /**
   * The fields.
   *
   * @param path names the field in the server's answer, below the setting's value; without one, it is the value.
   */
  children: (field: (name: keyof Form & string, path?: string) => FieldProps) => ReactNode;
};

type FieldProps = {
  label: string;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
  error: string | undefined;
};

/** The form of a setting, whose fields are texts. */
export function SettingForm<Value, Form extends Record<string, string>>(
  props: SettingFormProps<Value, Form>,
) {
  const { title, about, name, schema, names, now, asTyped, change, pick, done } = props;
  const draft = useVersionedDraft({
    name: `setting:${name}`,
    schema: { form: schema, version: z.nullable(z.string()) },
    saved: now,
    read: ({ value, seen }) => ({ form: asTyped(value), version: seen }),
  });
  const { write, busy, failure, fields } = useWrite();
  const save = () =>
    write(() =>
      draft.save(
        async (typed, seen) => {
          const saved = await callAdmin('PATCH /admin/settings', { body: change(typed, seen) });
          cancelQueries(settingsQuery.queryKey);
          queryClient.setQueryData(settingsQuery.queryKey, saved);
          void queryClient.invalidateQueries({ queryKey: ['admin', 'today'] });
          void queryClient.invalidateQueries({ queryKey: ['admin', 'products'] });
          showSnackbar({ text: done });
          return pick(saved);
        },
        async () => pick(await queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 })),
      ),
    );
  return (
    <AdminForm
      aria-label={title}
      onSubmit={save}
      busy={busy}
      failure={failure}
      draft={draft}
      submit="Save"
      head={
        <div>
          <h2 className="text-lg">{title}</h2>
          <p className="text-sm text-muted">{about}</p>
        </div>
      }
    >
      {props.children((each, path) => ({
        ...draft.field(each),
        label: names[each],
        error: Object.entries(fields).find(([at]) =>
          at.startsWith(path === undefined ? 'value' : `value.${path}`),
        )?.[1],
      }))}
      <ConflictNotice changes={draft.changes} names={names} />
    </AdminForm>
  );
}

export const settingsQuery = queryOptions({
  queryKey: ['admin', 'settings', 'now'],
  queryFn: () => callAdmin('GET /admin/settings'),
});
