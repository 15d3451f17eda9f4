import type { Factor } from '#app/account/use-factors.ts';
import { Button } from '#app/ui/button.tsx';
import { formatDay } from '#domain/day.ts';

type FactorListProps = {
  title: string;
  factors: readonly Factor[];
  onRemove: (factor: Factor) => void;
};

/** The second factors of one type; renders nothing when there are none. */
export function FactorList({ title, factors, onRemove }: FactorListProps) {
  if (factors.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="eyebrow font-text">{title}</h3>
      <ul className="mt-1 divide-y divide-border">
        {factors.map((factor) => (
          <li key={factor.id} className="flex items-center justify-between gap-4 py-3">
            <div className="min-w-0">
              <p className="font-semibold break-words text-foreground">{factor.name}</p>
              <p className="text-sm text-muted">Added on {formatDay(factor.created_at)}</p>
            </div>
            <Button
              tone="quiet"
              className="-mr-4 shrink-0 px-4! text-danger!"
              aria-label={`Remove ${factor.name}`}
              onClick={() => onRemove(factor)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
