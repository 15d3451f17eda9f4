import { useShopper } from '#app/shell/guard.tsx';
import { ReadFailure } from '#app/shell/read-failure.tsx';
import { privateMeta } from '#app/shell/site-meta.ts';
import { Card } from '#app/ui/card.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { ProfileForm } from './profile-form.tsx';
import { useProfile } from './use-profile.ts';

export function meta() {
  return privateMeta('Profile');
}

export default function ProfilePage() {
  const { email } = useShopper();
  const profile = useProfile();
  return (
    <Card>
      <h2 className="text-2xl">Profile Information</h2>
      <p className="mt-1 mb-6 text-muted">Update your account details</p>
      {profile.data ? (
        <ProfileForm profile={profile.data} email={email} />
      ) : profile.isError ? (
        <ReadFailure
          error={profile.error}
          retrying={profile.isFetching}
          onRetry={profile.refetch}
        />
      ) : (
        <Spinner label="Loading..." />
      )}
    </Card>
  );
}
