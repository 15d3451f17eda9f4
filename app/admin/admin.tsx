import { QueryClientProvider } from '@tanstack/react-query';
import { SecondFactor } from '#app/auth/second-factor.tsx';
import { queryClient } from '#app/shell/api/query-client.ts';
import { Guard } from '#app/shell/session/guard.tsx';
import { Screens } from './screens.tsx';
import { StaffGate } from './staff/staff-gate.tsx';

/** The admin: its screens are behind the session, and behind the role that the server tells. */
export default function Admin() {
  return (
    <Guard secondFactor={(due) => <SecondFactor {...due} />}>
      <QueryClientProvider client={queryClient}>
        <StaffGate>
          <Screens />
        </StaffGate>
      </QueryClientProvider>
    </Guard>
  );
}
