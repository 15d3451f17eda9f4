import { type FormEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { messageOf } from '#app/shell/api/api-error.ts';
import { useSession } from '#app/shell/session/session.ts';
import { useWrite } from '#app/shell/use-write.ts';
import { Button } from '#app/ui/button.tsx';
import { pinOf } from '#domain/delivery.ts';
import { asciiDigits } from '#domain/text.ts';
import type { ToldDelivery } from './ask-delivery.ts';
import { keptPin } from './kept-pin.ts';

type DeliveryCheckProps = {
  className?: string;
  /** Called with what was told. */
  onTold?: (told: ToldDelivery) => void;
};

/**
 * Asks for a PIN code and says when an order would be there and how it can be paid. The line has room from the start, so
 * that nothing moves; what asks the server is downloaded when there is something to ask.
 */
export function DeliveryCheck({ className = '', onTold }: DeliveryCheckProps) {
  const id = useId();
  const { status } = useSession();
  const [typed, setTyped] = useState<string | null>(null);
  const [told, setTold] = useState<ToldDelivery | null>(null);
  const { write, busy, failure } = useWrite({ explain: messageOf });
  const [invalid, setInvalid] = useState(false);
  const text = invalid ? 'Enter the six digits of a PIN code.' : failure || told?.text;

  /** Null: the one that is known already, if any. */
  const ask = (wanted: string | null) =>
    write(async () => {
      const { askDelivery, knownPin } = await import('./ask-delivery.ts');
      const pin = wanted ?? (await knownPin());
      if (pin === null) return;
      const answer = await askDelivery(pin);
      setTold(answer);
      onTold?.(answer);
    });

  const askKnown = useEffectEvent(() => void ask(null));
  useEffect(() => {
    if (status === 'signed-in' || (status === 'signed-out' && keptPin())) askKnown();
  }, [status]);

  function check(event: FormEvent) {
    event.preventDefault();
    const pin = pinOf(asciiDigits(typed ?? told?.pin ?? ''));
    setInvalid(!pin);
    if (pin) void ask(pin);
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
          value={typed ?? told?.pin ?? ''}
          onChange={({ target }) => setTyped(target.value)}
          aria-invalid={invalid || undefined}
          aria-describedby={`${id}-told`}
        />
        <Button type="submit" tone="secondary" busy={busy && 'Checking...'}>
          Check
        </Button>
      </div>
      <p
        id={`${id}-told`}
        role="status"
        className={`mt-2 min-h-15 text-sm sm:min-h-10 ${invalid || failure ? 'text-danger' : 'text-foreground'}`}
      >
        {text ?? (
          <span className="text-muted">When would it arrive, and can it be paid in cash?</span>
        )}
      </p>
    </form>
  );
}
