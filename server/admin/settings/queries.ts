import type { FormerSetting, SettingChange } from '#contract/admin/settings.ts';
import { statement } from '#server/database/tables.ts';

/** Writes a new value and the audit log; null if there is a newer value than `seen`. */
export function changeSetting({ key, value, seen }: SettingChange) {
  return statement<{ id: string | null }>`
    select change_shop_setting(${key}, ${JSON.stringify(value)}::jsonb, ${seen}::bigint)::text as id`;
}

export function listFormerSettings(limit: number) {
  return statement<FormerSetting>`
    select shop_settings.id::text, key, value, valid_from as at, staff.email as staff
    from shop_settings left join staff on staff.user_id = staff_id
    order by shop_settings.id desc limit ${limit}`;
}
