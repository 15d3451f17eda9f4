import { showToast } from '#app/ui/toast.tsx';

/** What the auth client answers with when something went wrong. */
export type AuthFailure = { name: string; message: string; code?: string | undefined };

/** Says why the auth server did not do it, in its own words; a lost connection has no words of its own. */
export function showAuthFailure(error: AuthFailure) {
  const away = error.name === 'AuthRetryableFetchError' || error.name === 'TypeError';
  showToast({
    title: 'Error',
    description: away
      ? 'We could not reach the shop. Please check your connection and try again.'
      : error.message,
    tone: 'destructive',
  });
}
