import { isolated } from './isolated.ts';
import { keysOf } from './keys-of.ts';

/** The preselected country of a new address. */
export const DEFAULT_COUNTRY = 'India';

/** The most addresses that one shopper can save. */
export const MAX_ADDRESSES = 50;

/** The fields of an address, in the order of its form, and what texts about them call them. */
export const ADDRESS_FIELD_NAMES = {
  full_name: 'Name',
  phone: 'Phone',
  postal_code: 'Postal code',
  address_line1: 'Address line 1',
  address_line2: 'Address line 2',
  city: 'City',
  state: 'State',
  country: 'Country',
};
export type AddressField = keyof typeof ADDRESS_FIELD_NAMES;
export const ADDRESS_FIELDS = keysOf(ADDRESS_FIELD_NAMES);

/** An address, or a part of one, as far as it is filled in. */
export type AddressParts = { readonly [Field in AddressField]?: string | null | undefined };

/** The texts of a form of an address: '' for what is not filled in. */
export function addressTexts(address: AddressParts): Record<AddressField, string> {
  const texts = { ...ADDRESS_FIELD_NAMES };
  for (const field of ADDRESS_FIELDS) texts[field] = address[field] ?? '';
  return texts;
}

/** The fields of an address that `addressLines` prints. */
type PostalAddress = {
  address_line1: string;
  address_line2?: string | null;
  city: string;
  state: string;
  postal_code: string;
  country: string;
};

/** The lines for a parcel's label, without empty ones. */
export function addressLines(address: PostalAddress): string[] {
  return [
    isolated(address.address_line1),
    isolated(address.address_line2 ?? ''),
    placeLine(address),
    isolated(address.country),
  ].filter((line) => line.trim() !== '');
}

/** The address as mail within the country is addressed: without its name. */
export function withinIndia<Address extends PostalAddress>(address: Address): Address {
  return address.country.trim().toLowerCase() === 'india' ? { ...address, country: '' } : address;
}

/** City, state and PIN on one line, each in its own direction. */
export function placeLine(address: Pick<PostalAddress, 'city' | 'state' | 'postal_code'>): string {
  const [city, state, pin] = [address.city, address.state, address.postal_code].map(isolated);
  return `${city}, ${state} ${pin}`;
}

/** Whether a parcel to one address would reach the same person and place as one to the other. */
export function isSameAddress(one: AddressParts, other: AddressParts): boolean {
  return ADDRESS_FIELDS.every((field) => (one[field] || null) === (other[field] || null));
}
