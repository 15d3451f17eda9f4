import { useState } from 'react';
import { Field } from '#app/ui/field.tsx';
import type { ShopSettings } from '#contract/admin/settings.ts';
import { SettingForm } from './setting-form.tsx';
import { saveSetting } from './settings-queries.ts';
import { useSave } from './use-save.ts';

/** Which orders may be paid in cash. */
export function CashLimitsForm({ value, seen }: ShopSettings['cash_limits']) {
  const [total, setTotal] = useState(value.max_total === null ? '' : String(value.max_total));
  const [orders, setOrders] = useState(value.open_orders === null ? '' : String(value.open_orders));
  const { save, saving, failure, fields } = useSave(() => {
    const limits = { max_total: readNumber(total), open_orders: readNumber(orders) };
    return saveSetting({ key: 'cash_limits', value: limits, seen }, 'Limits for cash saved');
  });
  return (
    <SettingForm
      title="Cash on delivery"
      about="An empty field is no limit. New orders follow within seconds."
      saving={saving}
      failure={failure}
      onSave={() => void save()}
    >
      <Field
        label="Largest order in rupees"
        inputMode="decimal"
        value={total}
        onChange={(event) => setTotal(event.target.value)}
        error={fields['value.max_total']}
      />
      <Field
        label="Open cash orders of one shopper"
        inputMode="numeric"
        value={orders}
        onChange={(event) => setOrders(event.target.value)}
        error={fields['value.open_orders']}
      />
    </SettingForm>
  );
}

/** Null where nothing is typed; what is no number is sent as one that the server refuses. */
export function readNumber(typed: string): number | null {
  const text = typed.replace(/[\s,₹]/g, '');
  return text === '' ? null : /^\d+(\.\d+)?$/.test(text) ? Number(text) : -1;
}
