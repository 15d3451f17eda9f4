import { Field } from '#app/ui/field.tsx';
import type { ShopSettings } from '#contract/admin/settings.ts';
import { readNumber } from './read-number.ts';
import { SettingForm } from './setting-form.tsx';
import { useSettingForm } from './use-setting-form.ts';

/** The number of pieces at which a product counts as low. */
export function LowStockForm({ now }: { now: ShopSettings['low_stock'] }) {
  const form = useSettingForm({
    name: 'low_stock',
    now,
    asTyped: String,
    change: (pieces, seen) => ({ key: 'low_stock', value: readNumber(pieces) ?? -1, seen }),
    pick: (saved) => saved.low_stock,
    done: 'Low stock saved',
  });
  return (
    <SettingForm
      title="Low stock"
      about="Today and Stock warn from this many pieces down."
      form={form}
    >
      <Field
        label="Pieces"
        inputMode="numeric"
        value={form.typed}
        onChange={(event) => form.setTyped(event.target.value)}
        error={form.fields.value}
      />
    </SettingForm>
  );
}
