import { STAFF_ROLES, type StaffRole } from '#domain/staff.ts';
import { type Lazy, lazy } from './app-version/lazy.ts';

/** A screen; `id` is the second part of its path below /admin. */
type Screen = Lazy<{ id: string }>;

type AdminSection = {
  to: '/admin' | `/admin/${string}`;
  roles: readonly StaffRole[];
  /** By what follows `to` in the path: '' itself, '/id' one of its rows. Each is downloaded when it is opened. */
  screens: Record<string, Screen>;
};

export type AdminEntry = AdminSection & {
  name: string;
  /** Shown in the bar at the bottom of a phone; the others are in its menu. */
  onPhone?: true;
  /** The audit log's type of subject for its rows; the log links to them. */
  subject?: string;
  /** The audit log's types of subject that staff change on its screens, with their names in its filter. */
  audited?: Record<string, string>;
};

/** The admin's screens in the order of a working day, for the navigation, the paths and the audit log. */
const ADMIN_ENTRIES: readonly AdminEntry[] = [
  {
    to: '/admin',
    name: 'Today',
    roles: STAFF_ROLES,
    onPhone: true,
    screens: { '': lazy(() => import('./today/today-screen.tsx')) },
  },
  {
    to: '/admin/orders',
    name: 'Orders',
    roles: STAFF_ROLES,
    onPhone: true,
    subject: 'order',
    audited: { order: 'Orders', order_list: 'Order exports' },
    screens: {
      '': lazy(() => import('./orders/list/order-list-screen.tsx')),
      '/id': lazy(() => import('./orders/order/order-screen.tsx')),
    },
  },
  {
    to: '/admin/products',
    name: 'Products',
    roles: ['owner', 'packer'],
    onPhone: true,
    audited: { product: 'Products and stock', picture: 'Pictures' },
    screens: { '': lazy(() => import('./products/list/product-list-screen.tsx')) },
  },
  {
    to: '/admin/messages',
    name: 'Messages',
    roles: ['owner'],
    subject: 'message',
    audited: { message: 'Messages' },
    screens: {
      '': lazy(() => import('./messages/message-list-screen.tsx')),
      '/id': lazy(() => import('./messages/message-screen.tsx')),
    },
  },
  {
    to: '/admin/customers',
    name: 'Customers',
    roles: ['owner'],
    subject: 'customer',
    audited: { customer: 'Customers' },
    screens: {
      '': lazy(() => import('./customers/customer-list-screen.tsx')),
      '/id': lazy(() => import('./customers/customer-screen.tsx')),
    },
  },
  {
    to: '/admin/newsletter',
    name: 'Newsletter',
    roles: ['owner'],
    subject: 'letter',
    audited: { letter: 'Newsletters', newsletter: 'Newsletter exports' },
    screens: {
      '': lazy(() => import('./newsletter/newsletter-screen.tsx')),
      '/id': lazy(() => import('./newsletter/campaign-screen.tsx')),
    },
  },
  {
    to: '/admin/cash',
    name: 'Cash',
    roles: ['owner', 'accountant'],
    audited: { remittance: 'Cash from couriers', cash: 'Cash exports' },
    screens: { '': lazy(() => import('./cash/cash-screen.tsx')) },
  },
  {
    to: '/admin/reports',
    name: 'Reports',
    roles: ['owner', 'accountant'],
    audited: { report: 'Report exports' },
    screens: { '': lazy(() => import('./reports/reports-screen.tsx')) },
  },
  {
    to: '/admin/settings',
    name: 'Settings',
    roles: ['owner'],
    audited: { setting: 'Settings', courier: 'Couriers', failed_jobs: 'Emails not sent' },
    screens: { '': lazy(() => import('./settings/settings-screen.tsx')) },
  },
  {
    to: '/admin/staff',
    name: 'Staff',
    roles: ['owner'],
    audited: { staff: 'Staff' },
    screens: { '': lazy(() => import('./staff/staff-screen.tsx')) },
  },
  {
    to: '/admin/audit',
    name: 'Audit log',
    roles: STAFF_ROLES,
    screens: { '': lazy(() => import('./audit/audit-screen.tsx')) },
  },
];

const PARCEL_ROLES = ['owner', 'packer'] as const;

/** Screens that are opened by links and buttons and have no entry in the navigation. */
const LINKED_SECTIONS: readonly AdminSection[] = [
  {
    to: '/admin/products',
    roles: ['owner'],
    screens: {
      '/id': lazy(() => import('./products/product-screen.tsx')),
      '/id/preview': lazy(() => import('./products/preview-screen.tsx')),
    },
  },
  {
    to: '/admin/print',
    roles: PARCEL_ROLES,
    screens: { '': lazy(() => import('./print/print-screen.tsx')) },
  },
  {
    to: '/admin/pack',
    roles: PARCEL_ROLES,
    screens: { '': lazy(() => import('./pack/pack-screen.tsx')) },
  },
  {
    to: '/admin/hand-over',
    roles: PARCEL_ROLES,
    screens: { '': lazy(() => import('./hand-over/hand-over-screen.tsx')) },
  },
  {
    to: '/admin/manifest',
    roles: PARCEL_ROLES,
    screens: { '': lazy(() => import('./print/manifest-screen.tsx')) },
  },
];

/** The entries of the navigation for a role. */
export function entriesFor(role: StaffRole): AdminEntry[] {
  return ADMIN_ENTRIES.filter(({ roles }) => roles.includes(role));
}

/**
 * The screen of a path below /admin, as in 'orders/5', and the path's id. No screen for an unknown path, or for a role
 * whose requests the server would refuse there.
 */
export function screenAt(path: string, role: StaffRole): { Screen: Screen | null; id: string } {
  const { section, Screen, id } = sectionAt(path);
  return { Screen: (section?.roles.includes(role) && Screen) || null, id };
}

/** Downloads the screen of a path below /admin before the server has answered which role its user has. */
export function preloadScreen(path: string): void {
  sectionAt(path).Screen?.preload();
}

function sectionAt(path: string) {
  const [name = '', id, ...rest] = path.replace(/\/$/, '').split('/');
  const to = name === '' ? '/admin' : `/admin/${name}`;
  const key = id === undefined ? '' : ['/id', ...rest].join('/');
  const section = [...ADMIN_ENTRIES, ...LINKED_SECTIONS].find(
    (each) => each.to === to && key in each.screens,
  );
  return { section, Screen: section?.screens[key], id: id ?? '' };
}

/** The subjects of the audit log, by their names in its filter. */
export const AUDIT_SUBJECTS: Record<string, string> = Object.assign(
  {},
  ...ADMIN_ENTRIES.map(({ audited }) => audited),
);
