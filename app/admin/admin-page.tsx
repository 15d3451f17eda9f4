import { QueryClientProvider } from '@tanstack/react-query';
import { SecondFactor } from '#app/auth/second-factor.tsx';
import { queryClient } from '#app/shell/api/query-client.ts';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { PageLayout } from '#app/shell/page-layout.ts';
import { Guard } from '#app/shell/session/guard.tsx';
import styles from './admin.css?url';
import { AdminHeader } from './admin-header.tsx';
import { Screens } from './screens.tsx';
import { StaffGate } from './staff/staff-gate.tsx';

export function meta() {
  return privateMeta('Admin');
}

export const links = () => [{ rel: 'stylesheet', href: styles }];

export const handle = new PageLayout(AdminHeader, () => null);

/** The admin: its screens are behind the session, and behind the role that the server tells. */
export default function AdminPage() {
  return (
    <div data-guarded className="min-h-svh">
      <Guard secondFactor={(due) => <SecondFactor {...due} />}>
        <QueryClientProvider client={queryClient}>
          <StaffGate>
            <Screens />
          </StaffGate>
        </QueryClientProvider>
      </Guard>
    </div>
  );
}
