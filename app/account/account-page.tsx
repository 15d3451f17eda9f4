import { privateMeta } from '#app/shell/document/site-meta.ts';
import { Navigate } from '#app/ui/link.js';

export function meta() {
  return privateMeta('My Account');
}

/** /account redirects to the first page of the account area. */
export default function AccountPage() {
  return <Navigate to="/account/profile" replace />;
}
