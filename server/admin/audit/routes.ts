import { auditEndpoints } from '#contract/admin/audit.ts';
import type { StaffDatabase } from '#server/database/staff-database.ts';
import { type Authenticate, serve } from '#server/http/serve-endpoints.ts';
import { listAudit } from './queries.ts';

const PAGE_LENGTH = 100;

export function auditRoutes(staffDatabase: StaffDatabase, authenticate: Authenticate) {
  return serve(
    auditEndpoints,
    authenticate,
    {
      'GET /admin/audit': async ({ staff, query }) => {
        const found = await staff.rows(listAudit(query, PAGE_LENGTH + 1));
        const entries = found.slice(0, PAGE_LENGTH);
        return { entries, next: found.length > PAGE_LENGTH ? (entries.at(-1)?.id ?? null) : null };
      },
    },
    staffDatabase,
  );
}
