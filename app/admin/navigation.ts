import { matchRoutes } from 'react-router';
import { STAFF_ROLES, type StaffRole } from '#domain/staff.ts';
import { type Lazy, lazy } from './app-version/lazy.ts';

const OWNER = ['owner'] as const;
const PARCELS = ['owner', 'packer'] as const;
const MONEY = ['owner', 'accountant'] as const;

export type AdminScreen = {
  /** Below /admin. */
  path: string;
  /** Who may open it. */
  roles: readonly StaffRole[];
  /** Downloaded when it is opened; `id` is the path's. */
  Screen: Lazy<{ id: string }>;
  /** Its entry in the navigation; a screen without one is opened by links and buttons. */
  entry: Pick<AdminEntry, 'name' | 'onPhone'> | undefined;
};

export type AdminEntry = {
  to: '/admin' | `/admin/${string}`;
  name: string;
  /** Shown in the bar at the bottom of a phone; the others are in its menu. */
  onPhone?: true;
};

/**
 * The screens by their paths below /admin, as React Router reads them; those of the navigation first, in the order of a
 * working day.
 */
const SCREENS: readonly AdminScreen[] = [
  screen('', STAFF_ROLES, () => import('./today/today-screen.tsx'), {
    name: 'Today',
    onPhone: true,
  }),
  screen('orders', STAFF_ROLES, () => import('./orders/list/order-list-screen.tsx'), {
    name: 'Orders',
    onPhone: true,
  }),
  screen('products', PARCELS, () => import('./products/list/product-list-screen.tsx'), {
    name: 'Products',
    onPhone: true,
  }),
  screen('messages', OWNER, () => import('./messages/message-list-screen.tsx'), {
    name: 'Messages',
  }),
  screen('customers', OWNER, () => import('./customers/customer-list-screen.tsx'), {
    name: 'Customers',
  }),
  screen('newsletter', OWNER, () => import('./newsletter/newsletter-screen.tsx'), {
    name: 'Newsletter',
  }),
  screen('coupons', MONEY, () => import('./coupons/coupons-screen.tsx'), {
    name: 'Discount codes',
  }),
  screen('delivery', OWNER, () => import('./delivery/delivery-screen.tsx'), {
    name: 'Delivery',
  }),
  screen('cash', MONEY, () => import('./cash/cash-screen.tsx'), { name: 'Cash' }),
  screen('reports', MONEY, () => import('./reports/reports-screen.tsx'), { name: 'Reports' }),
  screen('settings', OWNER, () => import('./settings/settings-screen.tsx'), { name: 'Settings' }),
  screen('staff', OWNER, () => import('./staff/staff-screen.tsx'), { name: 'Staff' }),
  screen('audit', STAFF_ROLES, () => import('./audit/audit-screen.tsx'), { name: 'Audit log' }),
  screen('orders/:id', STAFF_ROLES, () => import('./orders/order/order-screen.tsx')),
  screen('products/:id', OWNER, () => import('./products/product-screen.tsx')),
  screen('products/:id/preview', OWNER, () => import('./products/preview-screen.tsx')),
  screen('messages/:id', OWNER, () => import('./messages/message-screen.tsx')),
  screen('customers/:id', OWNER, () => import('./customers/customer-screen.tsx')),
  screen('newsletter/:id', OWNER, () => import('./newsletter/campaign-screen.tsx')),
  screen('print', PARCELS, () => import('./print/print-screen.tsx')),
  screen('manifest', PARCELS, () => import('./print/manifest-screen.tsx')),
  screen('pack', PARCELS, () => import('./pack/pack-screen.tsx')),
  screen('hand-over', PARCELS, () => import('./hand-over/hand-over-screen.tsx')),
];

/**
 * The screens that a role may open. The others are not found, because the server would refuse their requests.
 */
export function screensFor(role: StaffRole): readonly AdminScreen[] {
  return SCREENS.filter(({ roles }) => roles.includes(role));
}

/** The entries of the navigation for a role. */
export function entriesFor(role: StaffRole): AdminEntry[] {
  return screensFor(role).flatMap(({ path, entry }) =>
    entry ? [{ ...entry, to: path === '' ? '/admin' : `/admin/${path}` }] : [],
  );
}

/** Downloads the screen of a path below /admin before the server has answered which role its user has. */
export function preloadScreen(path: string): void {
  matchRoutes([...SCREENS], `/${path}`)
    ?.at(-1)
    ?.route.Screen.preload();
}

function screen(
  path: string,
  roles: readonly StaffRole[],
  load: Parameters<typeof lazy<{ id: string }>>[0],
  entry?: AdminScreen['entry'],
): AdminScreen {
  return { path, roles, Screen: lazy(load), entry };
}
