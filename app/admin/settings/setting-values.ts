import { typedRupees } from '#app/admin/read-rupees.ts';
import type { SettingField } from '#contract/admin/settings.ts';
import { codeText } from '#domain/text.ts';

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
export const CHECKED = 'yes';

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
