import { Card } from '#app/ui/card.tsx';
import { Bone, Skeleton } from '#app/ui/skeleton.tsx';

/** Placeholder of the cards below the password while they load. */
export function SecuritySkeleton() {
  return (
    <Skeleton className="grid gap-6">
      <Card>
        <Bone className="h-7 w-44" />
        <Bone className="mt-3 h-12 w-full" />
        <Bone round className="mt-6 h-12 w-56" />
      </Card>
      <Card>
        <Bone className="h-7 w-24" />
        <Bone className="mt-3 h-5 w-60" />
        <Bone round className="mt-5 h-12 w-40" />
      </Card>
      <Card>
        <Bone className="h-7 w-60" />
        <Bone className="mt-3 h-12 w-full" />
        <Bone className="mt-6 h-16 w-full" />
        <Bone round className="mt-5 h-12 w-48" />
      </Card>
    </Skeleton>
  );
}
