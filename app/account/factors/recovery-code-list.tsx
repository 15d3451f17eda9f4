import { useEffect, useRef } from 'react';
import { saveFile } from '#app/shell/document/save-file.ts';
import { useShopper } from '#app/shell/session/guard.tsx';
import { Button } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { Notice } from '#app/ui/inline-alert.tsx';

type RecoveryCodeListProps = { codes: readonly string[]; onSaved: () => void };

/** New recovery codes, shown only once: to copy, download or print. */
export function RecoveryCodeList({ codes, onSaved }: RecoveryCodeListProps) {
  const { email } = useShopper();
  const intro = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The dialog keeps the scroll position of the previous step.
    intro.current?.focus({ preventScroll: true });
    intro.current?.closest('dialog')?.scrollTo(0, 0);
  }, []);
  const shown = codes.map((code) => code.match(/.{1,4}/g)?.join('-') ?? code);
  const text = recoveryText(shown, email);

  return (
    <div className="grid gap-4">
      <p ref={intro} tabIndex={-1} className="outline-none">
        If you lose your phone or passkey, sign in with your password and one of these codes. Each
        code works once.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid justify-center gap-x-10 gap-y-1 rounded-md bg-surface-muted px-4 py-3 text-sm sm:grid-cols-2 sm:justify-around sm:text-base"
      >
        {shown.map((code) => (
          <li key={code}>
            <code
              translate="no"
              className="font-semibold whitespace-nowrap text-foreground select-all"
            >
              {code}
            </code>
          </li>
        ))}
      </ul>
      <Notice>
        <strong className="text-foreground">Save them now, and not only on your phone.</strong> We
        cannot show them again.
      </Notice>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} copied="The codes are copied." className="grow px-4!">
          Copy
        </CopyButton>
        <Button
          tone="secondary"
          className="grow px-4!"
          onClick={() => saveFile('aparajita-recovery-codes.txt', 'text/plain', text)}
        >
          Download
        </Button>
        <Button tone="secondary" className="grow px-4!" onClick={() => printText(text)}>
          Print
        </Button>
      </div>
      <div className="dialog-actions">
        <Button className="grow" onClick={onSaved}>
          I have saved them
        </Button>
      </div>
    </div>
  );
}

/** Recovery codes as text, for paper or a file. */
function recoveryText(codes: readonly string[], email: string): string {
  return [
    'Aparajita: recovery codes',
    `For ${email}`,
    '',
    ...codes,
    '',
    'Each code works once, together with your password, when you do not have your phone or passkey.',
    'Do not keep them only on your phone, and do not share them.',
    '',
  ].join('\n');
}

/** Prints only the text, in an iframe of its own, without the rest of the page. */
function printText(text: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Recovery codes';
  document.body.append(frame);
  const { contentWindow: frameWindow, contentDocument: page } = frame;
  if (!frameWindow || !page) return;
  const content = page.createElement('pre');
  content.textContent = text;
  page.body.append(content);
  frameWindow.addEventListener('afterprint', () => frame.remove());
  frameWindow.print();
}
