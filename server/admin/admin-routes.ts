import type { AccountAdmin } from '@aparajita/auth-server';
import type { Hono } from 'hono';
import { adminEndpoints } from '#contract/endpoints.ts';
import type { Database } from '#server/database/database.ts';
import type { StaffDatabase } from '#server/database/staff-database.ts';
import { type Authenticate, type Handlers, serveEndpoints } from '#server/http/serve-endpoints.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { DefaultSettings } from '#server/shop-settings/shop-settings.ts';
import { auditHandlers } from './audit/routes.ts';
import { cashHandlers } from './cash/routes.ts';
import { couponHandlers } from './coupons/routes.ts';
import { courierHandlers } from './couriers/routes.ts';
import { customerHandlers } from './customers/routes.ts';
import { adminDeliveryHandlers } from './delivery/routes.ts';
import { failedJobHandlers } from './failed-jobs/routes.ts';
import { messageHandlers } from './messages/routes.ts';
import { adminNewsletterHandlers } from './newsletter/routes.ts';
import { adminOrderHandlers } from './orders/routes.ts';
import { adminProductHandlers } from './products/routes.ts';
import { uploadRoutes } from './products/upload.ts';
import { reportHandlers, reportMutex } from './reports/routes.ts';
import { settingsHandlers } from './settings/routes.ts';
import type { InvitationTokens } from './staff/invitation.ts';
import { staffHandlers } from './staff/routes.ts';
import { stockHandlers } from './stock/routes.ts';
import { todayHandlers } from './today/routes.ts';

export type AdminDependencies = {
  /** For what a signed-in shopper does before they are staff. */
  database: Database;
  staffDatabase: StaffDatabase;
  jobs: Jobs;
  publicUrl: string;
  invitationToken: InvitationTokens;
  accountAdmin: AccountAdmin;
  /** The settings until the owner changes them. */
  defaultSettings: DefaultSettings;
};

/** Every endpoint for staff; a test compares them with the contract's table. */
export function adminRoutes(deps: AdminDependencies, authenticate: Authenticate): Hono {
  const { staffDatabase } = deps;
  const runExclusive = reportMutex();
  const handlers: Handlers<typeof adminEndpoints> = {
    ...todayHandlers,
    ...failedJobHandlers(deps),
    ...adminOrderHandlers(deps, runExclusive),
    ...couponHandlers,
    ...courierHandlers,
    ...stockHandlers,
    ...adminProductHandlers(deps),
    ...cashHandlers,
    ...adminDeliveryHandlers,
    ...reportHandlers(runExclusive),
    ...settingsHandlers(deps),
    ...staffHandlers(deps),
    ...messageHandlers(deps),
    ...customerHandlers(deps),
    ...adminNewsletterHandlers(deps),
    ...auditHandlers,
  };
  return serveEndpoints(adminEndpoints, authenticate, handlers, staffDatabase).route(
    '/',
    uploadRoutes(deps, authenticate),
  );
}
