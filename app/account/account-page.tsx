import { redirect } from 'react-router';

/** The account area opens at the profile. */
export function loader() {
  return redirect('/account/profile');
}
