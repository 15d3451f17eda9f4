import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { blurOnEscape } from '#app/admin/keyboard/blur-on-escape.ts';
import { Field } from '#app/ui/field.tsx';
import { useScansAnywhere } from './use-scans-anywhere.ts';

type ScanFieldProps = {
  /** The result of the last code, also announced to screen readers. */
  message: { text: string; wrong: boolean } | null;
  /** Called with the text before Enter; '' for Enter alone. */
  onScan: (code: string) => void;
};

/** The field that scanners type into. They end each code with Enter, which empties the field for the next one. */
export function ScanField({ message, onScan }: ScanFieldProps) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // At once: the code's Enter may be the next key, in the same task.
  const prepend = useCallback((character: string) => {
    flushSync(() => setCode((text) => text + character));
  }, []);
  useScansAnywhere(field, prepend);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onScan(code.trim());
        setCode('');
      }}
      className="sticky top-0 z-10 grid max-w-xl gap-2 bg-page py-2"
    >
      <Field
        ref={field}
        data-main-field
        label="Scan or type an order number or a product code"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        autoFocus
        onKeyDown={blurOnEscape}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <p
        role="status"
        className={`min-h-6 font-medium ${message?.wrong ? 'text-danger' : 'text-foreground'}`}
      >
        {message?.text}
      </p>
    </form>
  );
}
