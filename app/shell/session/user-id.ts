import { session } from './session.ts';

/** The id of the signed-in account; '' without a session. Drafts of staff are stored by it: a tablet may be shared. */
export function userId(): string {
  const present = session.get();
  return 'user' in present ? present.user.id : '';
}
