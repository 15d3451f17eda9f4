import { redirect } from 'react-router';

/**
 * /account redirects to the first page of the account area: on the server before any script runs, and a link to it in the
 * browser, without a request.
 */
export function loader() {
  throw toProfile();
}

export function clientLoader() {
  throw toProfile();
}

const toProfile = () => redirect('/account/profile');

/** Never rendered. A route without a component would be a resource, which no link can open. */
export default function AccountPage() {
  return null;
}
