import { Card } from '#app/ui/card.tsx';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';

/** Placeholder of two items and their total while the cart loads. */
export function CartSkeleton() {
  return (
    <Skeleton className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-12">
      <div className="grid min-w-0 gap-4">
        <SkeletonBlock className="h-24 w-full" />
        <Card className="divide-y divide-border">
          <ItemSkeleton />
          <ItemSkeleton />
        </Card>
      </div>
      <Card>
        <SkeletonBlock className="h-6 w-36" />
        <SkeletonBlock className="mt-6 h-5 w-full" />
        <SkeletonBlock className="mt-4 h-5 w-full" />
        <SkeletonBlock className="mt-9 h-6 w-full" />
        <SkeletonBlock round className="mt-6 h-12 w-full" />
      </Card>
    </Skeleton>
  );
}

function ItemSkeleton() {
  return (
    <div className="grid grid-cols-[min(5.5rem,28%)_minmax(0,1fr)] gap-x-4 py-6 first:pt-0 last:pb-0 sm:grid-cols-[7rem_minmax(0,1fr)] sm:gap-x-6">
      <SkeletonBlock className="aspect-square w-full sm:row-span-2" />
      <div className="grid content-start gap-2">
        <SkeletonBlock className="h-5 w-44" />
        <SkeletonBlock className="h-4 w-24" />
      </div>
      <SkeletonBlock
        round
        className="col-span-2 mt-4 h-11 w-34 sm:col-span-1 sm:mt-3 sm:self-end"
      />
    </div>
  );
}
