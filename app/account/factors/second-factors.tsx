import { useRef, useState } from 'react';
import {
  FACTOR_TYPES,
  type Factor,
  type FactorType,
  useFactors,
} from '#app/account/use-factors.ts';
import { Loaded } from '#app/shell/api/load-error.tsx';
import { supportsPasskeys } from '#app/shell/second-factor/verify.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/inline-alert.tsx';
import { formatDay } from '#domain/day.ts';
import { AddFactorDialog } from './add-factor-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RemoveFactorDialog } from './remove-factor-dialog.tsx';

/** Lists the account's second factors, to add and to remove. */
export function SecondFactors() {
  const factors = useFactors();
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-2xl">Two-step sign-in</h2>
        {factors.data &&
          (factors.data.length > 0 ? <Badge tone="green">On</Badge> : <Badge>Off</Badge>)}
      </div>
      <p className="mt-1 mb-6 text-muted">
        When you sign in, we also ask for something only you have, such as a code from your phone. A
        stolen password is then not enough.
      </p>
      <Loaded query={factors}>{(loaded) => <Factors factors={loaded} />}</Loaded>
    </Card>
  );
}

function Factors({ factors }: { factors: readonly Factor[] }) {
  const [adding, setAdding] = useState<FactorType | null>(null);
  const [removing, setRemoving] = useState<Factor | null>(null);
  const list = useRef<HTMLDivElement>(null);

  function closeRemoving() {
    setRemoving(null);
    list.current?.focus(); // the button that had the focus may be gone
  }

  return (
    <div ref={list} tabIndex={-1} className="grid gap-6 outline-none">
      {FACTOR_TYPES.map(({ type, plural }) => (
        <FactorList
          key={type}
          title={plural}
          factors={factors.filter((factor) => factor.type === type)}
          onRemove={setRemoving}
        />
      ))}
      {factors.length > 0 && <RecoveryCodes />}
      {factors.length === 1 && (
        <Notice>
          <strong className="text-foreground">Add another one.</strong> If you lose your only one,
          you can sign in only with a recovery code. Keep a second one in another place.
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {FACTOR_TYPES.filter(({ type }) => type !== 'webauthn' || supportsPasskeys()).map(
          (type) => (
            <Button
              key={type.type}
              tone="secondary"
              className="wrap-anywhere"
              onClick={() => setAdding(type)}
            >
              <Icon name="plus" />
              {type.add}
            </Button>
          ),
        )}
      </div>
      <AddFactorDialog
        adding={adding}
        names={factors.map(({ name }) => name)}
        onClose={() => setAdding(null)}
      />
      <RemoveFactorDialog factor={removing} isLast={factors.length === 1} onClose={closeRemoving} />
    </div>
  );
}

type FactorListProps = {
  title: string;
  factors: readonly Factor[];
  onRemove: (factor: Factor) => void;
};

/** The second factors of one type; renders nothing when there are none. */
function FactorList({ title, factors, onRemove }: FactorListProps) {
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
