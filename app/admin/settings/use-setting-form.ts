import { useState } from 'react';
import type { SettingChange, ShopSettings } from '#contract/admin/settings.ts';
import { saveSetting } from './settings-queries.ts';
import { useSave } from './use-save.ts';

/** A value and the id of its version. */
type Setting<Value> = { value: Value; seen: string | null };

/**
 * A setting's form. Nobody overwrites what they have not seen: a value that was saved elsewhere replaces what is shown,
 * but not what was typed; then `conflict` is true until the owner has chosen.
 */
export function useSettingForm<Value, Typed>(options: {
  /** As it is saved now. */
  now: Setting<Value>;
  asTyped: (value: Value) => Typed;
  change: (typed: Typed, seen: string | null) => SettingChange;
  pick: (saved: ShopSettings) => Setting<Value>;
  done: string;
}) {
  const { now, asTyped, change, pick, done } = options;
  const [base, setBase] = useState(now);
  const [typed, setTyped] = useState(() => asTyped(now.value));
  const same = (value: Value) => JSON.stringify(asTyped(value)) === JSON.stringify(typed);

  function show(setting: Setting<Value>) {
    setBase(setting);
    setTyped(asTyped(setting.value));
  }

  const saving = useSave(async () => show(pick(await saveSetting(change(typed, base.seen), done))));
  const conflict = now.seen !== base.seen && !saving.saving;
  if (conflict && same(base.value)) show(now);
  return {
    ...saving,
    typed,
    setTyped,
    conflict,
    showNow: () => show(now),
    keep: () => setBase(now),
  };
}

export type SettingFormState = Pick<
  ReturnType<typeof useSettingForm>,
  'save' | 'saving' | 'failure' | 'conflict' | 'showNow' | 'keep'
>;
