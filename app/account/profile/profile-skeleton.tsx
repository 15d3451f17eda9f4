import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';

/** Placeholder of the profile form while the profile loads. */
export function ProfileSkeleton() {
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
