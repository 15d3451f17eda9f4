import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { Guard } from './guard.tsx';
import { queryClient } from './query-client.ts';

/** Around every page that needs a signed-in shopper. */
export default function GuardedLayout() {
  return (
    <Guard>
      <QueryClientProvider client={queryClient}>
        <Outlet />
      </QueryClientProvider>
    </Guard>
  );
}
