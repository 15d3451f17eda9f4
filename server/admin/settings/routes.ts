import { isDeepStrictEqual } from 'node:util';
import type { SettingChange, settingsEndpoints } from '#contract/admin/settings.ts';
import { AppError } from '#contract/errors.ts';
import { statement } from '#server/database/tables.ts';
import type { Handlers } from '#server/http/serve-endpoints.ts';
import {
  type DefaultSettings,
  newestSettings,
  settingsFrom,
} from '#server/shop-settings/shop-settings.ts';

export function settingsHandlers({
  defaultSettings,
}: {
  defaultSettings: DefaultSettings;
}): Handlers<typeof settingsEndpoints> {
  return {
    'GET /admin/settings': async ({ staff }) =>
      settingsFrom(await staff.rows(newestSettings()), defaultSettings),
    'PATCH /admin/settings': ({ staff, body }) =>
      staff.transact(async (tx) => {
        const now = settingsFrom(await tx.rows(newestSettings()), defaultSettings);
        const { value, seen } = now[body.key];
        // A repeated request. A first one stores even the environment's value, which then no longer changes.
        if (seen !== null && isDeepStrictEqual(value, body.value)) return now;
        const [changed] = await tx.rows(changeSetting(body));
        if (!changed?.id) throw new AppError('changed_meanwhile');
        return settingsFrom(await tx.rows(newestSettings()), defaultSettings);
      }),
  };
}

/** Writes a new value and the audit log; null if there is a newer value than `seen`. */
function changeSetting({ key, value, seen }: SettingChange) {
  return statement<{ id: string | null }>`
    select change_shop_setting(${key}, ${JSON.stringify(value)}::jsonb, ${seen}::bigint)::text as id`;
}
