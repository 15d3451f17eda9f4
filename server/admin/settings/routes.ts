import { isDeepStrictEqual } from 'node:util';
import { type SettingChange, settingsEndpoints } from '#contract/admin/settings.ts';
import { AppError } from '#contract/errors.ts';
import type { StaffDatabase } from '#server/database/staff-database.ts';
import { statement } from '#server/database/tables.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import { newestSettings } from '#server/shop-settings/queries.ts';
import { type DefaultSettings, settingsFrom } from '#server/shop-settings/shop-settings.ts';

export function settingsRoutes(
  staffDatabase: StaffDatabase,
  authenticate: Authenticate,
  defaults: DefaultSettings,
) {
  return serveEndpoints(
    settingsEndpoints,
    authenticate,
    {
      'GET /admin/settings': async ({ staff }) =>
        settingsFrom(await staff.rows(newestSettings()), defaults),
      'PATCH /admin/settings': ({ staff, body }) =>
        staff.transact(async (tx) => {
          const now = settingsFrom(await tx.rows(newestSettings()), defaults);
          const { value, seen } = now[body.key];
          // A repeated request. A first one stores even the environment's value, which then no longer changes.
          if (seen !== null && isDeepStrictEqual(value, body.value)) return now;
          const [changed] = await tx.rows(changeSetting(body));
          if (!changed?.id) throw new AppError('changed_meanwhile');
          return settingsFrom(await tx.rows(newestSettings()), defaults);
        }),
    },
    staffDatabase,
  );
}

/** Writes a new value and the audit log; null if there is a newer value than `seen`. */
function changeSetting({ key, value, seen }: SettingChange) {
  return statement<{ id: string | null }>`
    select change_shop_setting(${key}, ${JSON.stringify(value)}::jsonb, ${seen}::bigint)::text as id`;
}
