import { Field } from '#app/ui/field.tsx';
import type { ShopSettings } from '#contract/admin/settings.ts';
import { SettingForm } from './setting-form.tsx';
import { useSettingForm } from './use-setting-form.ts';

/** The address that gets an email for each new order. */
export function OrderEmailForm({ now }: { now: ShopSettings['order_email'] }) {
  const form = useSettingForm({
    name: 'order_email',
    now,
    asTyped: (email) => email ?? '',
    change: (typed, seen) => ({ key: 'order_email', value: typed.trim() || null, seen }),
    pick: (saved) => saved.order_email,
    done: 'Email for new orders saved',
  });
  return (
    <SettingForm
      title="Email for each new order"
      about="Sent to this address with the order’s number, total, payment, products, town and PIN, for orders placed from now on. Empty: none."
      form={form}
    >
      <Field
        label="Email address"
        type="email"
        maxLength={255}
        value={form.typed}
        onChange={(event) => form.setTyped(event.target.value)}
        error={form.fields.value}
      />
    </SettingForm>
  );
}
