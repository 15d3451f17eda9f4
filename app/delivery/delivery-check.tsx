import { type FormEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { UNREACHABLE } from '#app/shell/api/unreachable.ts';
import { useSession } from '#app/shell/session/session.ts';
import { useWrite } from '#app/shell/use-write.ts';
import { Button } from '#app/ui/button.tsx';
import type { Delivery } from '#contract/delivery.ts';
import type { Told } from './ask-delivery.ts';
import { keptPin } from './kept-pin.ts';

type DeliveryCheckProps = {
  className?: string;
  /** Called with what was told. */
  onTold?: (delivery: Delivery) => void;
};

/**
 * Asks for a PIN code and says when an order would be there and how it can be paid. The line has room from the start, so
 * that nothing moves; what asks the server is downloaded when there is something to ask.
 */
export function DeliveryCheck({ className = '', onTold }: DeliveryCheckProps) {
  const id = useId();
  const { status } = useSession();
  const [typed, setTyped] = useState<string | null>(null);
  const [told, setTold] = useState<Told | null>(null);
  const { write, busy, failure: lost } = useWrite({ explain: () => UNREACHABLE });
  const failure = lost || (told && 'failure' in told && told.failure);
  const known = told && 'pin' in told ? told : null;
  const value = typed ?? known?.pin ?? '';

  /** Null: the PIN code that is known already, if any. */
  const ask = (wanted: string | null) =>
    write(async () => {
      const { askDelivery, askKnownDelivery } = await import('./ask-delivery.ts');
      const answer = await (wanted === null ? askKnownDelivery() : askDelivery(wanted));
      setTold(answer);
      if (answer && 'delivery' in answer) onTold?.(answer.delivery);
    });

  const askKnown = useEffectEvent(() => void ask(null));
  useEffect(() => {
    if (status === 'signed-in' || (status === 'signed-out' && keptPin())) askKnown();
  }, [status]);

  function check(event: FormEvent) {
    event.preventDefault();
    void ask(value);
  }

  return (
    <form onSubmit={check} noValidate className={`print:hidden ${className}`}>
      <label htmlFor={id} className="text-sm font-semibold text-foreground">
        PIN code
      </label>
      <div className="mt-1.5 flex max-w-72 gap-2">
        <input
          id={id}
          className="field-input min-w-0 flex-1"
          inputMode="numeric"
          autoComplete="postal-code"
          enterKeyHint="go"
          maxLength={20}
          value={value}
          onChange={({ target }) => setTyped(target.value)}
          aria-invalid={(told && 'isInvalid' in told && told.isInvalid) || undefined}
          aria-describedby={`${id}-told`}
        />
        <Button type="submit" tone="secondary" busy={busy && 'Checking...'}>
          Check
        </Button>
      </div>
      <p
        id={`${id}-told`}
        role="status"
        className={`mt-2 min-h-15 text-sm sm:min-h-10 ${failure ? 'text-danger' : 'text-foreground'}`}
      >
        {failure || known?.text || (
          <span className="text-muted">When would it arrive, and can it be paid in cash?</span>
        )}
      </p>
    </form>
  );
}
