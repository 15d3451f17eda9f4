import { useState } from 'react';
import { useLocation } from 'react-router';
import { emailedLinkMeta, readEmailedLink } from '#app/shell/accounts/emailed-link.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { useShopper } from '#app/shell/session/guard.tsx';
import { Card } from '#app/ui/card.tsx';
import { useNavigate } from '#app/ui/link.js';
import { ConfirmEmailChange } from './confirm-email-change.tsx';
import { ProfileForm } from './profile/profile-form.tsx';
import { ProfileSkeleton } from './profile/profile-skeleton.tsx';
import { useProfile } from './profile/use-profile.ts';

export function meta() {
  return emailedLinkMeta('Profile');
}

export default function ProfilePage() {
  const { email } = useShopper();
  const profile = useProfile();
  const location = useLocation();
  const navigate = useNavigate();
  // Keeps the result visible after the token was removed from the URL.
  const [link] = useState(() => readEmailedLink(location, ['email_change']));
  return (
    <>
      {link && (
        <ConfirmEmailChange
          link={link}
          onTokenUsed={() => void navigate('/account/profile', { replace: true })}
        />
      )}
      <Card>
        <h2 className="text-2xl">Profile Information</h2>
        <p className="mt-1 mb-6 text-muted">Update your account details</p>
        {profile.data ? (
          <ProfileForm profile={profile.data} email={email} />
        ) : profile.isError ? (
          <LoadError
            error={profile.error}
            retrying={profile.isFetching}
            onRetry={profile.refetch}
          />
        ) : (
          <ProfileSkeleton />
        )}
      </Card>
    </>
  );
}
