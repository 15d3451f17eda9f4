import type { AccountAdmin } from '@aparajita/auth-server';
import { Hono } from 'hono';
import type { Database } from '#server/database/database.ts';
import type { StaffDatabase } from '#server/database/staff-database.ts';
import type { Authenticate } from '#server/http/serve-endpoints.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { DefaultSettings } from '#server/shop-settings/shop-settings.ts';
import { auditRoutes } from './audit/routes.ts';
import { cashRoutes } from './cash/routes.ts';
import { courierRoutes } from './couriers/routes.ts';
import { customerRoutes } from './customers/routes.ts';
import { failedJobRoutes } from './failed-jobs/routes.ts';
import { liveRoutes } from './live/routes.ts';
import type { LiveStreams } from './live/streams.ts';
import { messageRoutes } from './messages/routes.ts';
import { adminNewsletterRoutes } from './newsletter/routes.ts';
import { adminOrderRoutes } from './orders/routes.ts';
import { adminProductRoutes } from './products/routes.ts';
import { uploadRoutes } from './products/upload.ts';
import { reportMutex } from './reports/report-mutex.ts';
import { reportRoutes } from './reports/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import type { InvitationTokens } from './staff/invitation.ts';
import { staffRoutes } from './staff/routes.ts';
import { stockRoutes } from './stock/routes.ts';
import { todayRoutes } from './today/routes.ts';

export type AdminDependencies = {
  /** For what a signed-in shopper does before they are staff. */
  database: Database;
  staffDatabase: StaffDatabase;
  jobs: Jobs;
  publicUrl: string;
  invitationToken: InvitationTokens;
  liveStreams: LiveStreams;
  /** Actions on accounts; null if a hosted service manages the accounts. */
  accountAdmin: AccountAdmin | null;
  /** The settings until the owner changes them. */
  defaultSettings: DefaultSettings;
};

/** Every endpoint for staff; a test compares them with the contract's table. */
export function adminRoutes(deps: AdminDependencies, authenticate: Authenticate): Hono {
  const { staffDatabase } = deps;
  const runExclusive = reportMutex();
  return new Hono()
    .route('/', todayRoutes(staffDatabase, authenticate))
    .route('/', failedJobRoutes(deps, authenticate))
    .route('/', adminOrderRoutes(deps, authenticate, runExclusive))
    .route('/', courierRoutes(staffDatabase, authenticate))
    .route('/', stockRoutes(staffDatabase, authenticate))
    .route('/', adminProductRoutes(deps, authenticate))
    .route('/', uploadRoutes(deps, authenticate))
    .route('/', cashRoutes(staffDatabase, authenticate))
    .route('/', reportRoutes(staffDatabase, authenticate, runExclusive))
    .route('/', settingsRoutes(staffDatabase, authenticate, deps.defaultSettings))
    .route('/', staffRoutes(deps, authenticate))
    .route('/', messageRoutes(deps, authenticate))
    .route('/', customerRoutes(deps, authenticate))
    .route('/', adminNewsletterRoutes(deps, authenticate))
    .route('/', auditRoutes(staffDatabase, authenticate))
    .route('/', liveRoutes(deps.liveStreams, staffDatabase, authenticate));
}
