type FactsProps = {
  facts: readonly (readonly [name: string, value: string | number])[];
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
