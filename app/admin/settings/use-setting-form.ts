import { useState } from 'react';
import * as z from 'zod/mini';
import { readJson } from '#app/admin/draft/read-json.ts';
import { useDraft } from '#app/admin/draft/use-draft.ts';
import { SettingChange, type ShopSettings } from '#contract/admin/settings.ts';
import { saveSetting } from './settings-queries.ts';
import { useSave } from './use-save.ts';

/** The typed fields of a setting. */
type TypedFields = string | Record<string, string>;

/** A value and the id of its version. */
type Setting<Value> = { value: Value; seen: string | null };

/**
 * The form of a setting. It never overwrites a newer value that the owner has not seen: a value that was saved
 * elsewhere replaces untouched fields; if there is a draft, `conflict` is true until the owner has chosen. A newer
 * value that equals the draft was saved by an earlier request, whose response was lost.
 */
export function useSettingForm<Value, Typed extends TypedFields>(options: {
  /** The name of the draft. */
  name: SettingChange['key'];
  /** The saved value. */
  now: Setting<Value>;
  asTyped: (value: Value) => Typed;
  change: (typed: Typed, seen: string | null) => SettingChange;
  pick: (saved: ShopSettings) => Setting<Value>;
  done: string;
}) {
  const { name, now, asTyped, change, pick, done } = options;
  const [json, setJson, restored] = useDraft(`setting:${name}`);
  const [kept] = useState(() => readDraft(json, asTyped(now.value)));
  // A draft of an older version is a conflict, as if the value had been saved elsewhere during the typing.
  const [base, setBase] = useState({ value: now.value, seen: kept ? kept.seen : now.seen });
  const [typed, setShown] = useState(kept ? kept.typed : asTyped(now.value));
  /** Compares the values as they would be saved: spaces at the end of a typed text are no difference. */
  const sent = (fields: Typed) => JSON.stringify(asSaved(change(fields, null)));
  const same = (value: Value) => sent(asTyped(value)) === sent(typed);

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
  if (conflict && (same(base.value) || same(now.value))) show(now);
  return {
    ...saving,
    typed,
    /** When the restored draft was typed. */
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

/** An invalid change is as it is: no saved value equals it. */
const asSaved = (change: SettingChange) => z.safeParse(SettingChange, change).data ?? change;

export type SettingFormState = Pick<
  ReturnType<typeof useSettingForm>,
  'save' | 'saving' | 'failure' | 'conflict' | 'restored' | 'showNow' | 'keep'
>;

const Draft = z.object({
  typed: z.union([z.string(), z.record(z.string(), z.string())]),
  seen: z.nullable(z.string()),
});

/** The draft before a reload and the version it is based on; null for none, or for one with other fields. */
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
