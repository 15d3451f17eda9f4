import { Card } from '#app/ui/card.tsx';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';

/** Placeholder of the first step and the summary while they load. */
export function CheckoutSkeleton() {
  return (
    <Skeleton className="grid gap-6 md:grid-cols-[minmax(0,1fr)_18rem] md:items-start md:gap-x-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-x-12">
      <div>
        <Card>
          <SkeletonBlock className="h-8 w-60" />
          <SkeletonBlock className="mt-6 h-32 w-full" />
          <SkeletonBlock round className="mt-5 h-10 w-48" />
        </Card>
        <SkeletonBlock round className="mt-6 h-12 w-full max-md:hidden" />
      </div>
      <Card>
        <SkeletonBlock className="h-6 w-36" />
        <div className="mt-5 flex items-center gap-4">
          <SkeletonBlock className="size-16 shrink-0" />
          <SkeletonBlock className="h-12 w-44" />
        </div>
        <SkeletonBlock className="mt-8 h-5 w-full" />
        <SkeletonBlock className="mt-4 h-5 w-full" />
        <SkeletonBlock className="mt-4 h-6 w-full" />
      </Card>
    </Skeleton>
  );
}
