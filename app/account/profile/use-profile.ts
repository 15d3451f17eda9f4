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

/** Loads the profile outside of React, for a page that reads it once. */
export function loadProfile(): Promise<Profile> {
  return queryClient.fetchQuery(profileQuery);
}

/** Reloads the profile. Saving an address may have set its phone number. */
export function refreshProfile(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
}

/** Saves name and phone number and updates the cached profile. Throws what `call` throws. */
export async function saveProfile(form: ProfileForm): Promise<Profile> {
  const profile = await call('PATCH /profile', { body: form });
  cancelQueries(profileQuery.queryKey);
  queryClient.setQueryData(profileQuery.queryKey, profile);
  return profile;
}
