/** The preselected country of a new address. */
export const DEFAULT_COUNTRY = 'India';

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
    address.address_line1,
    address.address_line2 ?? '',
    `${address.city}, ${address.state} ${address.postal_code}`,
    address.country,
  ].filter((line) => line.trim() !== '');
}
