import { ADDRESS_FIELD_NAMES } from '#app/admin/orders/event-texts.ts';
import type { ShippingAddress } from '#contract/orders.ts';

export const ADDRESS_FIELDS = [
  'full_name',
  'phone',
  'postal_code',
  'address_line1',
  'address_line2',
  'city',
  'state',
  'country',
] as const;
type AddressField = (typeof ADDRESS_FIELDS)[number];

/** An address as texts of form fields; an empty second line is ''. */
export type AddressTexts = Record<AddressField, string>;

type Address = Omit<ShippingAddress, 'address_line2'> & { address_line2?: string | null };

/** The form texts of a saved address. */
export function addressTexts(address: Address): AddressTexts {
  return { ...address, address_line2: address.address_line2 ?? '' };
}

/**
 * Compares what somebody else has saved since `base` with what was typed here. `theirs`: the fields that only they
 * changed; `both`: those that both changed, to different values.
 */
export function mergeAddress(base: AddressTexts, typed: AddressTexts, saved: AddressTexts) {
  const changed = ADDRESS_FIELDS.filter(
    (field) => saved[field] !== base[field] && saved[field] !== typed[field],
  );
  const isTyped = (field: AddressField) => typed[field] !== base[field];
  return {
    theirs: changed.filter((field) => !isTyped(field)),
    both: changed.filter(isTyped),
  };
}

/** Describes the merge to the user before they save again; '' if the other person changed nothing in the form. */
export function describeMerge(
  { theirs, both }: ReturnType<typeof mergeAddress>,
  typed: AddressTexts,
  saved: AddressTexts,
): string {
  const names = theirs.map((field) => ADDRESS_FIELD_NAMES[field]).join(', ');
  const choices = both.map(
    (field) =>
      `${ADDRESS_FIELD_NAMES[field]} (${typed[field] || 'nothing'} in the form, ${saved[field] || 'nothing'} saved)`,
  );
  return [
    ...(theirs.length > 0 ? [`Taken over from them: ${names}.`] : []),
    ...(both.length > 0 ? [`You both changed ${choices.join(', ')}.`] : []),
    ...(theirs.length + both.length > 0 ? ['Look it over, then save again.'] : []),
  ].join(' ');
}
