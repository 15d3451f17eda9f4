import { STAFF_ROLES, type StaffRole } from '#domain/staff.ts';

export type AdminEntry = {
  to: '/admin' | `/admin/${string}`;
  name: string;
  roles: readonly StaffRole[];
  /** The key that leads there after `g`. */
  key?: string;
  /** Shown in the bar at the bottom of a phone; the others are in its menu. */
  onPhone?: true;
  /** What its screens show, in the words of the audit log. */
  subject?: string;
};

/** The admin's screens in the order of a day. */
const ADMIN_ENTRIES: readonly AdminEntry[] = [
  { to: '/admin', name: 'Today', roles: STAFF_ROLES, key: 't', onPhone: true },
  {
    to: '/admin/orders',
    name: 'Orders',
    roles: STAFF_ROLES,
    key: 'o',
    onPhone: true,
    subject: 'order',
  },
  { to: '/admin/stock', name: 'Stock', roles: ['owner', 'packer'], key: 's', onPhone: true },
  { to: '/admin/products', name: 'Products', roles: ['owner'], key: 'p' },
  { to: '/admin/messages', name: 'Messages', roles: ['owner'], key: 'm', subject: 'message' },
  { to: '/admin/customers', name: 'Customers', roles: ['owner'], key: 'u', subject: 'customer' },
  { to: '/admin/newsletter', name: 'Newsletter', roles: ['owner'], key: 'n', subject: 'letter' },
  { to: '/admin/cash', name: 'Cash', roles: ['owner', 'accountant'], key: 'c' },
  { to: '/admin/reports', name: 'Reports', roles: ['owner', 'accountant'], key: 'r' },
  { to: '/admin/settings', name: 'Settings', roles: ['owner'] },
  { to: '/admin/staff', name: 'Staff', roles: ['owner'] },
  { to: '/admin/audit', name: 'Audit log', roles: STAFF_ROLES },
];

/** The entries that a role may open. */
export function entriesFor(role: StaffRole): AdminEntry[] {
  return ADMIN_ENTRIES.filter(({ roles }) => roles.includes(role));
}
