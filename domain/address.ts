import { isolated } from './isolated.ts';

/** The preselected country of a new address. */
export const DEFAULT_COUNTRY = 'India';

/** The most addresses that one shopper can save. */
export const MAX_ADDRESSES = 50;

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

/** Everything that the courier reads. */
type Destination = PostalAddress & { full_name: string; phone: string };

/** Whether a parcel to one address would reach the same person and place as one to the other. */
export function isSameAddress(one: Destination, other: Destination): boolean {
  return (
    one.full_name === other.full_name &&
    one.phone === other.phone &&
    one.address_line1 === other.address_line1 &&
    (one.address_line2 || null) === (other.address_line2 || null) &&
    one.city === other.city &&
    one.state === other.state &&
    one.postal_code === other.postal_code &&
    one.country === other.country
  );
}
