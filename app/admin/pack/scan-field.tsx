import { useState } from 'react';
import { leaveOnEscape } from '#app/admin/keyboard/leave-on-escape.ts';
import { Field } from '#app/ui/field.tsx';

type ScanFieldProps = {
  /** What the last code did; said to screen readers, too. */
  told: { text: string; wrong: boolean } | null;
  /** With what was scanned or typed before Enter; '' for Enter alone. */
  onScan: (code: string) => void;
};

/** Where a scanner types: it ends each code with Enter, and the field is empty for the next one. */
export function ScanField({ told, onScan }: ScanFieldProps) {
  const [code, setCode] = useState('');
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
        label="Scan or type an order number or a product code"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        autoFocus
        onKeyDown={leaveOnEscape}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <p
        role="status"
        className={`min-h-6 font-medium ${told?.wrong ? 'text-danger' : 'text-ink'}`}
      >
        {told?.text}
      </p>
    </form>
  );
}
