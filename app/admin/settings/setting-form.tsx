import * as z from 'zod/mini';
import { AdminForm } from '#app/admin/admin-form.tsx';
import { callAdmin } from '#app/admin/call-admin.ts';
import { ConflictNotice } from '#app/admin/draft/conflict-notice.tsx';
import { useVersionedDraft } from '#app/admin/draft/use-versioned-draft.ts';
import { answered, read, readAnew, reload } from '#app/admin/read.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field, TextArea } from '#app/ui/field.tsx';
import { SETTINGS, SettingChange, type ShopSettings } from '#contract/admin/settings.ts';
import { CHECKED, settingValue, typedSetting } from './setting-values.ts';

export const settingsQuery = read('GET /admin/settings');

type SettingFormProps = { name: SettingChange['key']; now: ShopSettings };

/** The form of one setting, as `SETTINGS` describes it. */
export function SettingForm({ name, now }: SettingFormProps) {
  const { title, about, saved: done, fields } = SETTINGS[name];
  const draft = useVersionedDraft({
    name: `setting:${name}`,
    schema: { form: z.record(z.string(), z.string()), version: z.nullable(z.string()) },
    saved: now,
    read: (settings) => ({
      form: typedSetting(fields, settings[name].value),
      version: settings[name].seen,
    }),
  });
  const { write, busy, failure, fields: errors, refuse } = useWrite();

  function save() {
    const parse = (seen: string | null) =>
      SettingChange.safeParse({ key: name, value: settingValue(fields, draft.form), seen });
    const { error } = parse(null);
    if (error)
      return refuse(
        '',
        Object.fromEntries(error.issues.map((each) => [each.path.join('.'), each.message])),
      );
    return write(() =>
      draft.save(
        async (_, seen) => {
          const body = SettingChange.parse({
            key: name,
            value: settingValue(fields, draft.form),
            seen,
          });
          const saved = await callAdmin('PATCH /admin/settings', { body });
          answered(settingsQuery, saved);
          reload('today');
          reload('products');
          showSnackbar({ text: done });
          return saved;
        },
        () => readAnew(settingsQuery),
      ),
    );
  }

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
      {fields.map(({ path, label, type, rows, ...more }) => {
        if (type === 'check')
          return (
            <Checkbox
              key={path}
              label={label}
              checked={draft.form[path] === CHECKED}
              onChange={({ target }) =>
                draft.change(() => ({ [path]: target.checked ? CHECKED : '' }))
              }
            />
          );
        const place = ['value', ...(path ? [path] : [])].join('.');
        const props = {
          ...draft.field(path),
          ...more,
          label,
          error: Object.entries(errors).find(([at]) => `${at}.`.startsWith(`${place}.`))?.[1],
        };
        if (rows) return <TextArea key={path} {...props} rows={rows} />;
        const number = type === 'number' && { inputMode: 'decimal' as const };
        return <Field key={path} {...props} {...number} type={type === 'number' ? 'text' : type} />;
      })}
      <ConflictNotice
        changes={draft.changes}
        names={Object.fromEntries(fields.map(({ path, label }) => [path, label]))}
      />
    </AdminForm>
  );
}
