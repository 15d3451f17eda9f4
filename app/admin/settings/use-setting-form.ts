import { useState } from 'react';
import * as z from 'zod/mini';
import { readJson } from '#app/admin/draft/read-json.ts';
import { useDraft } from '#app/admin/draft/use-draft.ts';
import type { SettingChange, ShopSettings } from '#contract/admin/settings.ts';
import { saveSetting } from './settings-queries.ts';
import { useSave } from './use-save.ts';

/** A setting's fields as they are typed. */
type TypedFields = string | Record<string, string>;

/** A value and the id of its version. */
type Setting<Value> = { value: Value; seen: string | null };

/**
 * A setting's form. Nobody overwrites what they have not seen: a value that was saved elsewhere replaces what is shown,
 * but not what was typed; then `conflict` is true until the owner has chosen.
 */
export function useSettingForm<Value, Typed extends TypedFields>(options: {
  /** What the draft is kept by. */
  name: SettingChange['key'];
  /** As it is saved now. */
  now: Setting<Value>;
  asTyped: (value: Value) => Typed;
  change: (typed: Typed, seen: string | null) => SettingChange;
  pick: (saved: ShopSettings) => Setting<Value>;
  done: string;
}) {
  const { name, now, asTyped, change, pick, done } = options;
  const [json, setJson, restored] = useDraft(`setting:${name}`);
  const [kept] = useState(() => readDraft(json, asTyped(now.value)));
  // Whoever typed over an older version is asked, as if it had been replaced while they type.
  const [base, setBase] = useState({ value: now.value, seen: kept ? kept.seen : now.seen });
  const [typed, setShown] = useState(kept ? kept.typed : asTyped(now.value));
  const same = (value: Value) => JSON.stringify(asTyped(value)) === JSON.stringify(typed);

  function show(setting: Setting<Value>) {
    setBase(setting);
    setShown(asTyped(setting.value));
    setJson('');
  }

  function keep(next: Typed, { seen }: Setting<Value>) {
    setShown(next);
    setJson(JSON.stringify({ typed: next, seen }));
  }

  const saving = useSave(async () => show(pick(await saveSetting(change(typed, base.seen), done))));
  const conflict = now.seen !== base.seen && !saving.saving;
  if (conflict && same(base.value)) show(now);
  return {
    ...saving,
    typed,
    /** When what the form began with was typed. */
    restored: kept ? restored : null,
    setTyped: (next: Typed) => keep(next, base),
    conflict,
    showNow: () => show(now),
    keep: () => {
      setBase(now);
      keep(typed, now);
    },
  };
}

export type SettingFormState = Pick<
  ReturnType<typeof useSettingForm>,
  'save' | 'saving' | 'failure' | 'conflict' | 'restored' | 'showNow' | 'keep'
>;

const Draft = z.object({
  typed: z.union([z.string(), z.record(z.string(), z.string())]),
  seen: z.nullable(z.string()),
});

/** What was typed before a reload, and over which version; null for none, and for one of other fields. */
function readDraft<Typed extends TypedFields>(json: string, fields: Typed) {
  const draft = readJson(Draft, json);
  if (!draft) return null;
  const { typed, seen } = draft;
  return isLike(typed, fields) ? { typed, seen } : null;
}

function isLike<Typed extends TypedFields>(typed: TypedFields, fields: Typed): typed is Typed {
  const names = (each: TypedFields) =>
    typeof each === 'string' ? '' : Object.keys(each).sort().join();
  return typeof typed === typeof fields && names(typed) === names(fields);
}
