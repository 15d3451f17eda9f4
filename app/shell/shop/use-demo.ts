import { useRouteLoaderData } from 'react-router';
import type { loader } from '#app/root.tsx';

/** Whether the shop is a demo: no money moves, and nothing is shipped. */
export function useDemo(): boolean {
  return useRouteLoaderData<typeof loader>('root')?.demo ?? false;
}
