import { Card } from '#app/ui/card.tsx';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';

/** Placeholder of the cards below the password while they load. */
export function SecuritySkeleton() {
  return (
    <Skeleton className="grid gap-6">
      <Card>
        <SkeletonBlock className="h-7 w-44" />
        <SkeletonBlock className="mt-3 h-12 w-full" />
        <SkeletonBlock round className="mt-6 h-12 w-56" />
      </Card>
      <Card>
        <SkeletonBlock className="h-7 w-24" />
        <SkeletonBlock className="mt-3 h-5 w-60" />
        <SkeletonBlock round className="mt-5 h-12 w-40" />
      </Card>
      <Card>
        <SkeletonBlock className="h-7 w-60" />
        <SkeletonBlock className="mt-3 h-12 w-full" />
        <SkeletonBlock className="mt-6 h-16 w-full" />
        <SkeletonBlock round className="mt-5 h-12 w-48" />
      </Card>
    </Skeleton>
  );
}
