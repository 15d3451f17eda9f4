import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '#app/admin/call-admin.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { cancelQueries, queryClient } from '#app/shell/api/query-client.ts';
import type { SettingChange, ShopSettings } from '#contract/admin/settings.ts';

export const settingsQuery = queryOptions({
  queryKey: ['admin', 'settings', 'now'],
  queryFn: () => callAdmin('GET /admin/settings'),
});

/** Saves one setting and reloads the screens that show it. @returns the settings now in effect. */
export async function saveSetting(change: SettingChange, done: string): Promise<ShopSettings> {
  const saved = await callAdmin('PATCH /admin/settings', { body: change });
  cancelQueries(settingsQuery.queryKey);
  queryClient.setQueryData(settingsQuery.queryKey, saved);
  void queryClient.invalidateQueries({ queryKey: ['admin', 'today'] });
  void queryClient.invalidateQueries({ queryKey: ['admin', 'products'] });
  showSnackbar({ text: done });
  return saved;
}
