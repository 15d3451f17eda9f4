import { STAFF_ROLES, type StaffRole } from '#domain/staff.ts';
import { type Lazy, lazy } from './app-version/lazy.ts';

/** A screen; `id` is the second part of its path below /admin. */
type Screen = Lazy<{ id: string }>;

const OWNER = ['owner'] as const;
const PARCELS = ['owner', 'packer'] as const;
const MONEY = ['owner', 'accountant'] as const;

/** The screens by their paths below /admin, each with the roles that may open it. Each is downloaded when it is opened. */
const SCREENS: Record<string, readonly [roles: readonly StaffRole[], screen: Screen]> = {
  '': [STAFF_ROLES, lazy(() => import('./today/today-screen.tsx'))],
  orders: [STAFF_ROLES, lazy(() => import('./orders/list/order-list-screen.tsx'))],
  'orders/id': [STAFF_ROLES, lazy(() => import('./orders/order/order-screen.tsx'))],
  products: [PARCELS, lazy(() => import('./products/list/product-list-screen.tsx'))],
  'products/id': [OWNER, lazy(() => import('./products/product-screen.tsx'))],
  'products/id/preview': [OWNER, lazy(() => import('./products/preview-screen.tsx'))],
  messages: [OWNER, lazy(() => import('./messages/message-list-screen.tsx'))],
  'messages/id': [OWNER, lazy(() => import('./messages/message-screen.tsx'))],
  customers: [OWNER, lazy(() => import('./customers/customer-list-screen.tsx'))],
  'customers/id': [OWNER, lazy(() => import('./customers/customer-screen.tsx'))],
  newsletter: [OWNER, lazy(() => import('./newsletter/newsletter-screen.tsx'))],
  'newsletter/id': [OWNER, lazy(() => import('./newsletter/campaign-screen.tsx'))],
  cash: [MONEY, lazy(() => import('./cash/cash-screen.tsx'))],
  reports: [MONEY, lazy(() => import('./reports/reports-screen.tsx'))],
  settings: [OWNER, lazy(() => import('./settings/settings-screen.tsx'))],
  staff: [OWNER, lazy(() => import('./staff/staff-screen.tsx'))],
  audit: [STAFF_ROLES, lazy(() => import('./audit/audit-screen.tsx'))],
  // Opened by links and buttons.
  print: [PARCELS, lazy(() => import('./print/print-screen.tsx'))],
  manifest: [PARCELS, lazy(() => import('./print/manifest-screen.tsx'))],
  pack: [PARCELS, lazy(() => import('./pack/pack-screen.tsx'))],
  'hand-over': [PARCELS, lazy(() => import('./hand-over/hand-over-screen.tsx'))],
};

export type AdminEntry = {
  to: '/admin' | `/admin/${string}`;
  name: string;
  /** Shown in the bar at the bottom of a phone; the others are in its menu. */
  onPhone?: true;
  /** The audit log's type of subject for its rows; the log links to them. */
  subject?: string;
  /** The audit log's types of subject that staff change on its screens, with their names in its filter. */
  audited?: Record<string, string>;
};

/** The admin's screens in the order of a working day, for the navigation and the audit log. */
const ADMIN_ENTRIES: readonly AdminEntry[] = [
  { to: '/admin', name: 'Today', onPhone: true },
  {
    to: '/admin/orders',
    name: 'Orders',
    onPhone: true,
    subject: 'order',
    audited: { order: 'Orders', order_list: 'Order exports' },
  },
  {
    to: '/admin/products',
    name: 'Products',
    onPhone: true,
    audited: { product: 'Products and stock', picture: 'Pictures' },
  },
  {
    to: '/admin/messages',
    name: 'Messages',
    subject: 'message',
    audited: { message: 'Messages' },
  },
  {
    to: '/admin/customers',
    name: 'Customers',
    subject: 'customer',
    audited: { customer: 'Customers' },
  },
  {
    to: '/admin/newsletter',
    name: 'Newsletter',
    subject: 'letter',
    audited: { letter: 'Newsletters', newsletter: 'Newsletter exports' },
  },
  {
    to: '/admin/cash',
    name: 'Cash',
    audited: { remittance: 'Cash from couriers', cash: 'Cash exports' },
  },
  { to: '/admin/reports', name: 'Reports', audited: { report: 'Report exports' } },
  {
    to: '/admin/settings',
    name: 'Settings',
    audited: { setting: 'Settings', courier: 'Couriers', failed_jobs: 'Emails not sent' },
  },
  { to: '/admin/staff', name: 'Staff', audited: { staff: 'Staff' } },
  { to: '/admin/audit', name: 'Audit log' },
];

/** The entries of the navigation for a role. */
export function entriesFor(role: StaffRole): AdminEntry[] {
  return ADMIN_ENTRIES.filter(({ to }) => screenAt(to.replace(/^\/admin\/?/, ''), role).Screen);
}

/**
 * The screen of a path below /admin, as in 'orders/5', and the path's id. No screen for an unknown path, or for a role
 * whose requests the server would refuse there.
 */
export function screenAt(path: string, role: StaffRole): { Screen: Screen | null; id: string } {
  const { id, roles, Screen } = find(path);
  return { Screen: (roles?.includes(role) && Screen) || null, id };
}

/** Downloads the screen of a path below /admin before the server has answered which role its user has. */
export function preloadScreen(path: string): void {
  find(path).Screen?.preload();
}

function find(path: string) {
  const [name = '', id, ...rest] = path.replace(/\/$/, '').split('/');
  const key = [name, ...(id === undefined ? [] : ['id']), ...rest].join('/');
  const [roles, Screen] = (Object.hasOwn(SCREENS, key) && SCREENS[key]) || [];
  return { roles, Screen, id: id ?? '' };
}

/** The subjects of the audit log, by their names in its filter. */
export const AUDIT_SUBJECTS: Record<string, string> = Object.assign(
  {},
  ...ADMIN_ENTRIES.map(({ audited }) => audited),
);
