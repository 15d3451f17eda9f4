import { typedRupees } from '#app/admin/read-rupees.ts';
import { Field } from '#app/ui/field.tsx';
import type { ShopSettings } from '#contract/admin/settings.ts';
import { readNumber } from './read-number.ts';
import { SettingForm } from './setting-form.tsx';
import { useSettingForm } from './use-setting-form.ts';

/** Which orders may be paid in cash. */
export function CashLimitsForm({ now }: { now: ShopSettings['cash_limits'] }) {
  const form = useSettingForm({
    name: 'cash_limits',
    now,
    asTyped: ({ max_total, open_orders }) => ({
      total: max_total === null ? '' : typedRupees(max_total),
      orders: String(open_orders ?? ''),
    }),
    change: ({ total, orders }, seen) => ({
      key: 'cash_limits',
      value: { max_total: readNumber(total), open_orders: readNumber(orders) },
      seen,
    }),
    pick: (saved) => saved.cash_limits,
    done: 'Limits for cash saved',
  });
  const { typed, setTyped, fields } = form;
  return (
    <SettingForm
      title="Cash on delivery"
      about="An empty field is no limit. New orders follow within seconds."
      form={form}
    >
      <Field
        label="Largest order in rupees"
        inputMode="decimal"
        value={typed.total}
        onChange={(event) => setTyped({ ...typed, total: event.target.value })}
        error={fields['value.max_total']}
      />
      <Field
        label="Open cash orders of one customer"
        inputMode="numeric"
        value={typed.orders}
        onChange={(event) => setTyped({ ...typed, orders: event.target.value })}
        error={fields['value.open_orders']}
      />
    </SettingForm>
  );
}
