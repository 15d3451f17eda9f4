import { Card } from '#app/ui/card.tsx';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';

/** Two placeholder cards while the addresses load. */
export function AddressesSkeleton() {
  return (
    <Skeleton className="grid gap-5 md:grid-cols-2">
      {['default', 'another'].map((address) => (
        <Card key={address}>
          <SkeletonBlock className="h-6 w-36" />
          <SkeletonBlock className="mt-2 h-4 w-32" />
          <SkeletonBlock className="mt-4 h-4 w-40" />
          <SkeletonBlock className="mt-2 h-4 w-48" />
          <SkeletonBlock className="mt-2 h-4 w-20" />
          <SkeletonBlock className="mt-7 mb-2 h-5 w-32" />
        </Card>
      ))}
    </Skeleton>
  );
}
