import { Card } from '#app/ui/card.tsx';
import { Bone, Skeleton } from '#app/ui/skeleton.tsx';

/** Placeholder of two cards while the orders load. */
export function OrdersSkeleton() {
  return (
    <Skeleton className="grid gap-5">
      {['newest', 'older'].map((order) => (
        <Card key={order}>
          <div className="flex justify-between gap-4">
            <div className="grid gap-2">
              <Bone className="h-5 w-40" />
              <Bone className="h-4 w-24" />
            </div>
            <Bone round className="h-7 w-20" />
          </div>
          <div className="mt-4 flex gap-2">
            <Bone className="size-14" />
            <Bone className="size-14" />
          </div>
          <div className="mt-4 flex justify-between border-t border-line pt-4">
            <Bone className="h-5 w-16" />
            <Bone className="h-5 w-24" />
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
        <Bone className="h-8 w-60" />
        <Bone className="h-5 w-44" />
        <Bone className="h-5 w-72" />
      </div>
      <Card className="grid gap-4 sm:grid-cols-2">
        <Bone className="h-12 w-44" />
        <Bone className="h-12 w-32" />
      </Card>
      <Card>
        <Bone className="h-6 w-20" />
        <div className="mt-4 flex items-center gap-4 border-b border-line pb-4">
          <Bone className="size-14 shrink-0 sm:size-16" />
          <Bone className="h-11 w-48" />
        </div>
        <Bone className="mt-4 h-6 w-full" />
      </Card>
    </Skeleton>
  );
}
