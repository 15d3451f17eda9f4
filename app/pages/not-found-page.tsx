import { data } from 'react-router';
import { NotFound } from './not-found.tsx';

/** Any other address. Thrown rather than returned: a document that says 404 must also have the status. */
export function loader() {
  throw data(null, { status: 404 });
}

export default NotFound;
