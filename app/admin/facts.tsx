import { formatRupees } from '#domain/money.ts';

type Fact = readonly [name: string, value: string | number];

type FactsProps = {
  facts: readonly Fact[];
  className?: string;
};

/** Names with their values, one a line. */
export function Facts({ facts, className = '' }: FactsProps) {
  return (
    <dl className={`grid gap-1 ${className}`}>
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="text-muted">{name}</dt>
          <dd className="font-medium text-foreground tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type CustomerSums = { orders: number; delivered: number; cancelled: number; spent: number };

/** What a customer has ordered in all. */
export const customerFacts = ({ orders, delivered, cancelled, spent }: CustomerSums): Fact[] => [
  ['Orders', orders],
  ['Delivered', delivered],
  ['Cancelled or returned', cancelled],
  ['Spent', spent > 0 ? formatRupees(spent) : 'Nothing yet'],
];
