import { Card } from '#app/ui/card.tsx';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';

/** Placeholder of two cards while the orders load. */
export function OrdersSkeleton() {
  return (
    <Skeleton className="grid gap-5">
      {['newest', 'older'].map((order) => (
        <Card key={order}>
          <div className="flex justify-between gap-4">
            <div className="grid gap-2">
              <SkeletonBlock className="h-5 w-40" />
              <SkeletonBlock className="h-4 w-24" />
            </div>
            <SkeletonBlock round className="h-7 w-20" />
          </div>
          <div className="mt-4 flex gap-2">
            <SkeletonBlock className="size-14" />
            <SkeletonBlock className="size-14" />
          </div>
          <div className="mt-4 flex justify-between border-t border-border pt-4">
            <SkeletonBlock className="h-5 w-16" />
            <SkeletonBlock className="h-5 w-24" />
          </div>
        </Card>
      ))}
    </Skeleton>
  );
}

/** Placeholder of one order while it loads. */
export function OrderSkeleton() {
  return (
    <Skeleton className="grid gap-6">
      <div className="grid gap-2">
        <SkeletonBlock className="h-8 w-60" />
        <SkeletonBlock className="h-5 w-44" />
        <SkeletonBlock className="h-5 w-72" />
      </div>
      <Card className="grid gap-4 sm:grid-cols-2">
        <SkeletonBlock className="h-12 w-44" />
        <SkeletonBlock className="h-12 w-32" />
      </Card>
      <Card>
        <SkeletonBlock className="h-6 w-20" />
        <div className="mt-4 flex items-center gap-4 border-b border-border pb-4">
          <SkeletonBlock className="size-14 shrink-0 sm:size-16" />
          <SkeletonBlock className="h-11 w-48" />
        </div>
        <SkeletonBlock className="mt-4 h-6 w-full" />
      </Card>
    </Skeleton>
  );
}
