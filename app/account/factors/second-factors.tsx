import { useRef, useState } from 'react';
import { type Factor, useFactors } from '#app/account/use-factors.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { supportsPasskeys } from '#app/shell/second-factor/passkey.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/inline-alert.tsx';
import { formatDay } from '#domain/day.ts';
import { AddFactorDialog } from './add-factor-dialog.tsx';
import type { FactorType } from './factor-setup.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RemoveFactorDialog } from './remove-factor-dialog.tsx';

/** Lists the account's second factors, to add and to remove. */
export function SecondFactors() {
  const factors = useFactors();
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-2xl">Two-step sign-in</h2>
        {factors.data && <FactorStatus factors={factors.data} />}
      </div>
      <p className="mt-1 mb-6 text-muted">
        When you sign in, we also ask for something only you have, such as a code from your phone. A
        stolen password is then not enough.
      </p>
      {factors.data ? (
        <Factors factors={factors.data} />
      ) : (
        factors.isError && (
          <LoadError
            error={factors.error}
            retrying={factors.isFetching}
            onRetry={factors.refetch}
          />
        )
      )}
    </Card>
  );
}

function FactorStatus({ factors }: { factors: readonly Factor[] }) {
  return factors.length > 0 ? <Badge tone="green">On</Badge> : <Badge>Off</Badge>;
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
      <FactorList
        title="Authenticator apps"
        factors={factors.filter(({ type }) => type === 'totp')}
        onRemove={setRemoving}
      />
      <FactorList
        title="Passkeys and security keys"
        factors={factors.filter(({ type }) => type === 'webauthn')}
        onRemove={setRemoving}
      />
      {factors.length > 0 && <RecoveryCodes />}
      {factors.length === 1 && (
        <Notice>
          <strong className="text-foreground">Add another one.</strong> If you lose your only one,
          you can sign in only with a recovery code. Keep a second one in another place.
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button tone="secondary" className="wrap-anywhere" onClick={() => setAdding('totp')}>
          <Icon name="plus" />
          Add authenticator app
        </Button>
        {supportsPasskeys() && (
          <Button tone="secondary" className="wrap-anywhere" onClick={() => setAdding('webauthn')}>
            <Icon name="plus" />
            Add passkey or security key
          </Button>
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
