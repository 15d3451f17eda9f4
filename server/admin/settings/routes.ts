import { isDeepStrictEqual } from 'node:util';
import type { SettingChange, settingsEndpoints } from '#contract/admin/settings.ts';
import { AppError } from '#contract/errors.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
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
    'PATCH /admin/settings': ({ staff, body: { key, value, seen } }) =>
      staff.transact(async (tx) => {
        const read = async () => settingsFrom(await tx.rows(newestSettings()), defaultSettings);
        await tx.rows(lockSettings());
        const now = await read();
        const before = now[key];
        // A repeated request. A first one stores even the environment's value, which then no longer changes.
        if (before.seen !== null && isDeepStrictEqual(before.value, value)) return now;
        if (before.seen !== seen) throw new AppError('changed_meanwhile');
        await tx.rows(insertSetting(key, value));
        const change = { before: { value: before.value }, after: { value } };
        await writeAudit(tx, 'change_setting', ['setting', key], change);
        return read();
      }),
  };
}

/** Makes changes run one after the other, so that nobody overwrites what they have not seen. */
function lockSettings() {
  return statement`select pg_advisory_xact_lock(hashtextextended('shop_settings', 0))`;
}

function insertSetting(key: SettingChange['key'], value: SettingChange['value']) {
  return statement`
    insert into shop_settings (key, value, staff_id)
    values (${key}, ${JSON.stringify(value)}::jsonb, current_staff())`;
}
