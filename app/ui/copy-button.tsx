import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { InlineAlert } from './inline-alert.tsx';

type CopyButtonProps = {
  text: string;
  /** For screen readers, e.g. 'The secret is copied.' */
  copied: string;
  className: string;
  children: ReactNode;
};

/**
 * Copies a text, and says whether that worked: a browser may refuse. So the text should also be shown, to be copied by
 * hand. Renders nothing where there is no clipboard.
 */
export function CopyButton({ text, copied, className, children }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  if (!('clipboard' in navigator)) return null;

  function copy() {
    setOutcome(null); // a second failure is announced, too
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  }

  return (
    <>
      <Button tone="secondary" className={className} onClick={copy}>
        {outcome === 'copied' ? 'Copied' : children}
      </Button>
      <p role="status" className="sr-only">
        {outcome === 'copied' && copied}
      </p>
      {outcome === 'failed' && (
        <div className="order-last basis-full">
          <InlineAlert>Copying failed. Select the text and copy it by hand.</InlineAlert>
        </div>
      )}
    </>
  );
}
