import { Field, TextArea } from '#app/ui/field.tsx';
import type { ShopSettings } from '#contract/admin/settings.ts';
import type { ShopDetails } from '#contract/shop-details.ts';
import { SettingForm } from './setting-form.tsx';
import { useSettingForm } from './use-setting-form.ts';

/** The shop's legal details, which its pages show. */
export function ShopDetailsForm({ now }: { now: ShopSettings['identity'] }) {
  const form = useSettingForm({
    name: 'identity',
    now,
    asTyped,
    change: (typed, seen) => ({ key: 'identity', value: asShopDetails(typed), seen }),
    pick: (saved) => saved.identity,
    done: 'Shop details saved',
  });
  const { typed, setTyped, fields } = form;
  const change = (name: keyof Typed) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [name]: event.target.value });
  /** The server names a field by its path: 'value.emails.0'. */
  const errorOf = (path: string) =>
    Object.entries(fields).find(([name]) => name.startsWith(`value.${path}`))?.[1];

  return (
    <SettingForm
      title="Who runs the shop"
      about="Shown in the footer, the terms, the contact page and on packing slips. Pages opened from then on show a change. Replies to emails go to the first email address."
      form={form}
    >
      <Field
        label="Registered name"
        value={typed.legal_name}
        onChange={change('legal_name')}
        error={errorOf('legal_name')}
      />
      <TextArea
        label="Address"
        rows={3}
        value={typed.address}
        onChange={change('address')}
        error={errorOf('address')}
      />
      <TextArea
        label="Email addresses, one a line"
        rows={2}
        value={typed.emails}
        onChange={change('emails')}
        error={errorOf('emails')}
      />
      <Field
        label="Phone"
        type="tel"
        hint="With the country code: +91 22 1234 5678"
        value={typed.phone}
        onChange={change('phone')}
        error={errorOf('phone')}
      />
      <Field
        label="FSSAI licence number"
        inputMode="numeric"
        hint="14 digits"
        value={typed.fssai}
        onChange={change('fssai')}
        error={errorOf('fssai')}
      />
      <Field
        label="Grievance officer"
        value={typed.officer}
        onChange={change('officer')}
        error={errorOf('grievance_officer.name')}
      />
      <Field
        label="Email of the grievance officer"
        type="email"
        value={typed.officer_email}
        onChange={change('officer_email')}
        error={errorOf('grievance_officer.email')}
      />
    </SettingForm>
  );
}

type Typed = ReturnType<typeof asTyped>;

function asTyped({ legal_name, address, emails, phone, fssai, grievance_officer }: ShopDetails) {
  return {
    legal_name: legal_name ?? '',
    address: address?.join('\n') ?? '',
    emails: emails.join('\n'),
    phone: phone ?? '',
    fssai: fssai ?? '',
    officer: grievance_officer?.name ?? '',
    officer_email: grievance_officer?.email ?? '',
  };
}

/** An empty field is null: the owner has not filled it in. */
function asShopDetails(typed: Typed): ShopDetails {
  const address = linesOf(typed.address);
  const { officer, officer_email } = typed;
  return {
    legal_name: typed.legal_name.trim() || null,
    address: address.length > 0 ? address : null,
    emails: linesOf(typed.emails),
    phone: typed.phone.trim() || null,
    fssai: typed.fssai.trim() || null,
    grievance_officer:
      officer.trim() || officer_email.trim() ? { name: officer, email: officer_email } : null,
  };
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
