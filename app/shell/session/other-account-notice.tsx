import { Notice } from '#app/ui/inline-alert.tsx';

/** Shown before an emailed link is used while somebody is signed in: the link's session replaces this one. */
export function OtherAccountNotice({ email, className }: { email: string; className?: string }) {
  return (
    <Notice className={`wrap-anywhere ${className ?? ''}`}>
      You are signed in as <strong className="text-foreground">{email}</strong>. If this link is for
      another account, you will be signed in to that account instead.
    </Notice>
  );
}
