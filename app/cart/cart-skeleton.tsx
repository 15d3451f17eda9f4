import { Card } from '#app/ui/card.tsx';
import { Bone, Skeleton } from '#app/ui/skeleton.tsx';

/** Placeholder of two items and their total while the cart loads. */
export function CartSkeleton() {
  return (
    <Skeleton className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-12">
      <div className="grid min-w-0 gap-4">
        <Bone className="h-24 w-full" />
        <Card className="divide-y divide-line">
          <ItemSkeleton />
          <ItemSkeleton />
        </Card>
      </div>
      <Card>
        <Bone className="h-6 w-36" />
        <Bone className="mt-6 h-5 w-full" />
        <Bone className="mt-4 h-5 w-full" />
        <Bone className="mt-9 h-6 w-full" />
        <Bone round className="mt-6 h-12 w-full" />
      </Card>
    </Skeleton>
  );
}

function ItemSkeleton() {
  return (
    <div className="grid grid-cols-[min(5.5rem,28%)_minmax(0,1fr)] gap-x-4 py-6 first:pt-0 last:pb-0 sm:grid-cols-[7rem_minmax(0,1fr)] sm:gap-x-6">
      <Bone className="aspect-square w-full sm:row-span-2" />
      <div className="grid content-start gap-2">
        <Bone className="h-5 w-44" />
        <Bone className="h-4 w-24" />
      </div>
      <Bone round className="col-span-2 mt-4 h-11 w-34 sm:col-span-1 sm:mt-3 sm:self-end" />
    </div>
  );
}
