import { type NavigateOptions, useLocation, useSearchParams } from 'react-router';

/**
 * Returns a function that changes the query of this page's URL. It starts from `window.location`, which is ahead of the
 * rendered location, so that quick changes add up. Does nothing once another page is open.
 */
export function useChangeParams(
  options?: NavigateOptions,
): (change: (params: URLSearchParams) => void) => void {
  const { pathname } = useLocation();
  const [, setParams] = useSearchParams();
  return (change) => {
    if (window.location.pathname !== pathname) return;
    const params = new URLSearchParams(window.location.search);
    change(params);
    setParams(params, options);
  };
}
