import { returnRefundEndpoints } from '#contract/admin/return-refunds.ts';
import type { StaffDatabase } from '#server/database/staff-database.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import { returnRefunds } from './queries.ts';

export function returnRefundRoutes(staffDatabase: StaffDatabase, authenticate: Authenticate) {
  return serveEndpoints(
    returnRefundEndpoints,
    authenticate,
    { 'GET /admin/return-refunds': ({ staff }) => staff.rows(returnRefunds()) },
    staffDatabase,
  );
}
