/** A valid address. */
export const ADDRESS = {
  full_name: 'Asha Rao',
  phone: '+91 98765 43210',
  address_line1: '12 Marine Drive',
  address_line2: 'Flat 4B',
  city: 'Mumbai',
  state: 'Maharashtra',
  postal_code: '400020',
  country: 'India',
};
