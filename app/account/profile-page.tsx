import { useState } from 'react';
import { useLocation } from 'react-router';
import { emailedLinkMeta, readEmailedLink } from '#app/shell/accounts/emailed-link.ts';
import { Loaded } from '#app/shell/api/load-error.tsx';
import { useShopper } from '#app/shell/session/guard.tsx';
import { Card } from '#app/ui/card.tsx';
import { useNavigate } from '#app/ui/link.js';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';
import { ConfirmEmailChange } from './confirm-email-change.tsx';
import { ProfileForm } from './profile/profile-form.tsx';
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
        <Loaded query={profile} skeleton={<ProfileSkeleton />}>
          {(loaded) => <ProfileForm profile={loaded} email={email} />}
        </Loaded>
      </Card>
    </>
  );
}

/** Placeholder of the profile form while the profile loads. */
function ProfileSkeleton() {
  return (
    <Skeleton className="grid max-w-md gap-5">
      {['email', 'name', 'phone'].map((field) => (
        <div key={field} className="grid gap-1.5">
          <SkeletonBlock className="h-5 w-28" />
          <SkeletonBlock className="h-12 w-full" />
        </div>
      ))}
      <SkeletonBlock round className="h-12 w-40" />
    </Skeleton>
  );
}
