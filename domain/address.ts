/** The country an address starts with. */
export const DEFAULT_COUNTRY = 'India';

/** The parts of an address that make up its printed lines. */
export type PostalAddress = {
  address_line1: string;
  address_line2?: string | null;
  city: string;
  state: string;
  postal_code: string;
  country: string;
};

/** The lines as they stand on a parcel, empty ones left out. */
export function addressLines(address: PostalAddress): string[] {
  return [
    address.address_line1,
    address.address_line2 ?? '',
    `${address.city}, ${address.state} ${address.postal_code}`,
    address.country,
  ].filter((line) => line.trim() !== '');
}
