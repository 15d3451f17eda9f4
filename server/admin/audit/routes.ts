import { auditEndpoints } from '#contract/admin/audit.ts';
import { pageOf } from '#server/database/page-of.ts';
import type { StaffDatabase } from '#server/database/staff-database.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import { listAudit } from './queries.ts';

const PAGE_LENGTH = 100;

export function auditRoutes(staffDatabase: StaffDatabase, authenticate: Authenticate) {
  return serveEndpoints(
    auditEndpoints,
    authenticate,
    {
      'GET /admin/audit': async ({ staff, query }) => {
        const entries = await staff.rows(listAudit(query, PAGE_LENGTH + 1));
        const { page, next } = pageOf(entries, PAGE_LENGTH, ({ id }) => id);
        return { entries: page, next };
      },
    },
    staffDatabase,
  );
}
