/** What staff may do: `owner` everything, `packer` the parcels and the stock, `accountant` the money. */
export const STAFF_ROLES = ['owner', 'packer', 'accountant'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export const STAFF_ROLE_NAMES: Record<StaffRole, string> = {
  owner: 'Owner',
  packer: 'Packer',
  accountant: 'Accountant',
};

/** Refunds, exports and changes of staff require a second factor that was verified within this many seconds. */
export const RECENT_FACTOR_SECONDS = 10 * 60;

/** How long an invitation can be accepted, in seconds. */
export const INVITATION_SECONDS = 24 * 60 * 60;

/** A masked phone number, as packers see it outside the label: '•••• 3210'. */
export function maskPhone(phone: string): string {
  return `•••• ${phone.replace(/\D/g, '').slice(-4)}`;
}
