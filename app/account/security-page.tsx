import { privateMeta } from '#app/shell/document/site-meta.ts';
import { useShopper } from '#app/shell/session/guard.tsx';
import { Card } from '#app/ui/card.tsx';
import { SecondFactors } from './factors/second-factors.tsx';
import { ChangeEmail } from './profile/change-email.tsx';
import { ChangePasswordForm } from './security/change-password-form.tsx';
import { SecuritySkeleton } from './security/security-skeleton.tsx';
import { Sessions } from './security/sessions.tsx';
import { useSecurityLoaded } from './security/use-security-loaded.ts';

export function meta() {
  return privateMeta('Security');
}

/** Account security: password, second factors and active sessions. */
export default function SecurityPage() {
  const { email } = useShopper();
  const loaded = useSecurityLoaded();
  return (
    <div className="grid gap-6">
      <Card>
        <h2 className="text-2xl">Change Password</h2>
        <p className="mt-1 mb-6 text-muted">Changing it signs out your other devices.</p>
        <ChangePasswordForm email={email} />
      </Card>
      {loaded ? (
        <>
          <SecondFactors />
          <ChangeEmail email={email} />
          <Sessions />
        </>
      ) : (
        <SecuritySkeleton />
      )}
    </div>
  );
}
