import { useState } from 'react';
import { Field } from '#app/ui/field.tsx';
import type { ShopSettings } from '#contract/admin/settings.ts';
import { readNumber } from './cash-limits-form.tsx';
import { SettingForm } from './setting-form.tsx';
import { saveSetting } from './settings-queries.ts';
import { useSave } from './use-save.ts';

/** From how many pieces down a product is low. */
export function LowStockForm({ value, seen }: ShopSettings['low_stock']) {
  const [pieces, setPieces] = useState(String(value));
  const { save, saving, failure, fields } = useSave(() =>
    saveSetting({ key: 'low_stock', value: readNumber(pieces) ?? -1, seen }, 'Low stock saved'),
  );
  return (
    <SettingForm
      title="Low stock"
      about="Today and Stock warn from this many pieces down."
      saving={saving}
      failure={failure}
      onSave={() => void save()}
    >
      <Field
        label="Pieces"
        inputMode="numeric"
        value={pieces}
        onChange={(event) => setPieces(event.target.value)}
        error={fields.value}
      />
    </SettingForm>
  );
}
