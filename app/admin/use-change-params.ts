import { type NavigateOptions, useLocation } from 'react-router';
import { useNavigate } from '#app/ui/link.js';

/** The query of a navigation that is not complete yet: until then, `window.location` has the one before. */
let pending: URLSearchParams | null = null;

/**
 * Returns a function that changes the query of this page's URL. It starts from the query that was navigated to last, not
 * from the rendered one, so that quick changes add up. Does nothing once another page is open.
 */
export function useChangeParams(
  options?: NavigateOptions,
): (change: (params: URLSearchParams) => void) => void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (change) => {
    if (window.location.pathname !== pathname) return;
    const params = new URLSearchParams(pending ?? window.location.search);
    change(params);
    pending = params;
    void Promise.resolve(navigate({ search: params.toString() }, options)).finally(() => {
      if (pending === params) pending = null;
    });
  };
}
