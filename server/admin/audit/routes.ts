import type { auditEndpoints } from '#contract/admin/audit.ts';
import { pageOf } from '#server/database/page-of.ts';
import type { Handlers } from '#server/http/serve-endpoints.ts';
import { listAudit } from './queries.ts';

const PAGE_LENGTH = 100;

export const auditHandlers: Handlers<typeof auditEndpoints> = {
  'GET /admin/audit': async ({ staff, query }) => {
    const entries = await staff.rows(listAudit(query, PAGE_LENGTH + 1));
    const { page, next } = pageOf(entries, PAGE_LENGTH, ({ id }) => id);
    return { entries: page, next };
  },
};
