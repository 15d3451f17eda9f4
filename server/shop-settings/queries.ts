import { statement } from '#server/database/tables.ts';

export type StoredSetting = { id: string; key: string; value: unknown };

/** The newest value of each setting that was ever changed. */
export function newestSettings() {
  return statement<StoredSetting>`
    select distinct on (key) id::text, key, value from shop_settings order by key, id desc`;
}
