import { Card } from '#app/ui/card.tsx';
import { Bone, Skeleton } from '#app/ui/skeleton.tsx';

/** Two placeholder cards while the addresses load. */
export function AddressesSkeleton() {
  return (
    <Skeleton className="grid gap-5 md:grid-cols-2">
      {['default', 'another'].map((address) => (
        <Card key={address}>
          <Bone className="h-6 w-36" />
          <Bone className="mt-2 h-4 w-32" />
          <Bone className="mt-4 h-4 w-40" />
          <Bone className="mt-2 h-4 w-48" />
          <Bone className="mt-2 h-4 w-20" />
          <Bone className="mt-7 mb-2 h-5 w-32" />
        </Card>
      ))}
    </Skeleton>
  );
}
