import { session } from '#app/shell/session/session.ts';

/** The id of the account that is signed in; '' for nobody. Drafts are named by it: a tablet may be shared. */
export function userId(): string {
  const present = session.get();
  return 'user' in present ? present.user.id : '';
}
