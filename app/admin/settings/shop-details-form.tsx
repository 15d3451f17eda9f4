import * as z from 'zod/mini';
import { Field, TextArea } from '#app/ui/field.tsx';
import type { ShopSettings } from '#contract/admin/settings.ts';
import type { ShopDetails } from '#contract/shop-details.ts';
import { SettingForm } from './setting-form.tsx';

const TEXT = z.string();
const Typed = z.object({
  legal_name: TEXT,
  address: TEXT,
  emails: TEXT,
  phone: TEXT,
  fssai: TEXT,
  officer: TEXT,
  officer_email: TEXT,
});
type Typed = z.infer<typeof Typed>;

const NAMES: Record<keyof Typed, string> = {
  legal_name: 'Registered name',
  address: 'Address',
  emails: 'Email addresses, one a line',
  phone: 'Phone',
  fssai: 'FSSAI licence number',
  officer: 'Grievance officer',
  officer_email: 'Email of the grievance officer',
};

/** The shop's legal details, which its pages show. */
export function ShopDetailsForm({ now }: { now: ShopSettings['identity'] }) {
  return (
    <SettingForm
      title="Who runs the shop"
      about="Shown in the footer, the terms, the contact page and on packing slips. Pages opened from then on show a change. Replies to emails go to the first email address."
      name="identity"
      schema={Typed}
      names={NAMES}
      now={now}
      asTyped={asTyped}
      change={(typed, seen) => ({ key: 'identity', value: asShopDetails(typed), seen })}
      pick={(saved) => saved.identity}
      done="Shop details saved"
    >
      {(field) => (
        <>
          <Field {...field('legal_name', 'legal_name')} />
          <TextArea {...field('address', 'address')} rows={3} />
          <TextArea {...field('emails', 'emails')} rows={2} />
          <Field
            {...field('phone', 'phone')}
            type="tel"
            hint="With the country code: +91 22 1234 5678"
          />
          <Field {...field('fssai', 'fssai')} inputMode="numeric" hint="14 digits" />
          <Field {...field('officer', 'grievance_officer.name')} />
          <Field {...field('officer_email', 'grievance_officer.email')} type="email" />
        </>
      )}
    </SettingForm>
  );
}

function asTyped(details: ShopDetails): Typed {
  const { legal_name, address, emails, phone, fssai, grievance_officer } = details;
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
