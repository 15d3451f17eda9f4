import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#app/shell/api/api.ts';
import { cancelQueries, queryClient } from '#app/shell/api/query-client.ts';
import type { Profile, ProfileForm } from '#contract/profile.ts';

/** The shopper's name and phone number. The email belongs to the account, see `useShopper`. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: () => call('GET /profile'),
});

export function useProfile() {
  return useQuery(profileQuery);
}

/** For a page that shows it once. */
export function loadProfile(): Promise<Profile> {
  return queryClient.fetchQuery(profileQuery);
}

/** Reloads it: saving the first address may have set the phone number. */
export function refreshProfile(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
}

export async function saveProfile(form: ProfileForm): Promise<Profile> {
  const profile = await call('PATCH /profile', { body: form });
  cancelQueries(profileQuery.queryKey);
  queryClient.setQueryData(profileQuery.queryKey, profile);
  return profile;
}
