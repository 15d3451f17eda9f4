import { data } from 'react-router';
import { NotFound } from './error-page.tsx';

/** Route for any other URL. Throws instead of rendering, so that the document also has status 404. */
export function loader() {
  throw data(null, { status: 404 });
}

export default NotFound;
