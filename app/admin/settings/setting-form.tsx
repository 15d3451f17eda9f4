import * as z from 'zod/mini';
import { AdminForm, ConflictNotice } from '#app/admin/admin-form.tsx';
import { answered, callAdmin, read, readAnew, reload } from '#app/admin/api.ts';
import { useVersionedDraft } from '#app/admin/draft.ts';
import { typedRupees } from '#app/admin/read-rupees.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field, TextArea } from '#app/ui/field.tsx';
import {
  SETTINGS,
  SettingChange,
  type SettingField,
  type ShopSettings,
} from '#contract/admin/settings.ts';
import { codeText } from '#domain/text.ts';

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

/** The fields of a setting as they are typed, by their paths. */
export type Typed = Record<string, string>;

/** A setting's value as the texts of its fields. */
export function typedSetting(fields: readonly SettingField[], value: unknown): Typed {
  return Object.fromEntries(fields.map(({ path }) => [path, textOf(partOf(value, path))]));
}

/** The value of the typed fields, for the contract's schema to check. A part of which nothing was typed is null. */
export function settingValue(fields: readonly SettingField[], typed: Typed): unknown {
  const read = (field: SettingField) => readField(field, typed[field.path] ?? '');
  const [first] = fields;
  if (first?.path === '') return read(first);
  const parts = Object.groupBy(fields, ({ path }) => path.split('.', 1)[0] ?? '');
  return Object.fromEntries(
    Object.entries(parts).map(([part, inside = []]) => {
      const own = inside.find(({ path }) => path === part);
      if (own) return [part, read(own)];
      const values = inside.map((each) => [each.path.slice(part.length + 1), read(each) ?? '']);
      const isEmpty = values.every(([, value]) => value === '');
      return [part, isEmpty ? null : Object.fromEntries(values)];
    }),
  );
}

function partOf(value: unknown, path: string): unknown {
  const inside = (part: unknown, name: string) => new Map(Object.entries(part ?? {})).get(name);
  return path === '' ? value : path.split('.').reduce(inside, value);
}

/** What a ticked box is typed as; one that is not is ''. */
const CHECKED = 'yes';

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? CHECKED : '';
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'number' ? typedRupees(value) : String(value ?? '');
}

function readField({ type }: SettingField, typed: string): unknown {
  if (type === 'check') return typed === CHECKED;
  const text = typed.trim();
  if (text === '') return null;
  if (type === 'number') return readNumber(text);
  if (type !== 'lines') return text;
  return text.split('\n').flatMap((line) => line.trim() || []);
}

/** Rupees or pieces; -1, which no setting accepts, for anything else. */
function readNumber(typed: string): number {
  const digits = codeText(typed).replace(/[ ,₹]/g, '');
  return /^\d+(\.\d+)?$/.test(digits) ? Number(digits) : -1;
}
