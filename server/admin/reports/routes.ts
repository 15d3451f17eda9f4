import { REPORTS, reportEndpoints } from '#contract/admin/reports.ts';
import { toCsv } from '#domain/csv.ts';
import { insertAudit } from '#server/admin/audit/queries.ts';
import type { StaffDatabase } from '#server/database/staff-database.ts';
import { type Authenticate, serve } from '#server/http/serve-endpoints.ts';
import { reportRows } from './queries.ts';
import { reportTable } from './report-table.ts';

export function reportRoutes(staffDatabase: StaffDatabase, authenticate: Authenticate) {
  return serve(
    reportEndpoints,
    authenticate,
    {
      'GET /admin/reports/{name}': async ({ staff, params: { name }, query }) =>
        reportTable(name, await staff.rows(reportRows(name, query))),
      'GET /admin/reports/{name}/export': ({ staff, params: { name }, query }) =>
        staff.transact(async (tx) => {
          const { rows, totals } = reportTable(name, await tx.rows(reportRows(name, query)));
          const subject = { subject_type: 'report', subject_id: name };
          await tx.rows(insertAudit({ verb: 'export_report', ...subject, after: query }));
          const [, ...sums] = totals;
          return {
            filename: `${name}-${query.from}-to-${query.to}.csv`,
            csv: toCsv([
              REPORTS[name].columns.map((column) => column.name),
              ...rows,
              ['Total', ...sums],
            ]),
          };
        }),
    },
    staffDatabase,
  );
}
