import { Card } from '#app/ui/card.tsx';
import { Bone, Skeleton } from '#app/ui/skeleton.tsx';

/** The first step and what is ordered, before they are known. */
export function CheckoutSkeleton() {
  return (
    <Skeleton className="grid gap-8 lg:grid-cols-[1fr_24rem] lg:items-start lg:gap-12">
      <Card>
        <Bone className="h-8 w-60" />
        <Bone className="mt-6 h-32 w-full" />
        <Bone round className="mt-16 h-12 w-full" />
      </Card>
      <Card>
        <Bone className="h-6 w-36" />
        <div className="mt-5 flex items-center gap-4">
          <Bone className="size-16 shrink-0" />
          <Bone className="h-5 w-44" />
        </div>
        <Bone className="mt-8 h-5 w-full" />
        <Bone className="mt-4 h-6 w-full" />
      </Card>
    </Skeleton>
  );
}
