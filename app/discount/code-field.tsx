import { useId, useState } from 'react';
import { useWrite } from '#app/shell/use-write.ts';
import { Button } from '#app/ui/button.tsx';
import { type Code, refusalOf } from './use-code.ts';

type CodeFieldProps = {
  code: Code;
  /** What the order still lacks for the code. */
  lacks: string | null;
};

/** Below the rows of a sum: a folded field for a discount code, or why the present one takes nothing off yet. */
export function CodeField({ code, lacks }: CodeFieldProps) {
  if (!code.discount) return <CodeForm key={code.code} code={code} />;
  if (!lacks) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4">
      <p role="status" className="min-w-40 flex-1 text-sm">
        <strong className="text-foreground">{code.code}</strong> {lacks}
      </p>
      <Button
        tone="quiet"
        className="-mr-4 px-4!"
        aria-label={`Remove the code ${code.code}`}
        data-code
        onClick={code.remove}
      >
        Remove
      </Button>
    </div>
  );
}

function CodeForm({ code }: { code: Code }) {
  const [typed, setTyped] = useState(code.code);
  const errorId = useId();
  const { write, busy, failure } = useWrite({ explain: refusalOf });
  const problem = failure || code.refusal;
  return (
    <details open={code.refusal !== ''} className="mt-2">
      <summary
        data-code
        className="flex min-h-11 w-fit cursor-pointer items-center rounded-sm text-sm font-semibold text-primary hover:underline"
      >
        Have a code?
      </summary>
      <form
        method="post"
        noValidate
        className="flex flex-wrap gap-2 pt-1"
        onSubmit={(event) => {
          event.preventDefault();
          const text = typed.trim().toUpperCase();
          if (text) void write(() => code.apply(text));
        }}
      >
        <input
          value={typed}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-label="Discount code"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? errorId : undefined}
          placeholder="Discount code"
          className="field-input w-auto min-w-0 flex-[99_1_8rem]"
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" tone="secondary" className="grow" busy={busy && 'Checking...'}>
          Apply
        </Button>
        {problem && (
          <p id={errorId} role="alert" className="w-full text-sm font-medium text-danger">
            {problem}
          </p>
        )}
      </form>
    </details>
  );
}
