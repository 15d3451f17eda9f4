import type { NewTotp } from '#app/account/use-factors.ts';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { Notice } from '#app/ui/notice.tsx';

/** The secret of an authenticator app: as a QR code, as a link for this device, and as text to type or copy. */
export function TotpSecret({ app }: { app: NewTotp }) {
  return (
    <div className="grid gap-5 sm:grid-cols-[auto_1fr] sm:gap-6">
      <img
        src={app.picture}
        alt="QR code with the secret for your authenticator app"
        className="size-48 justify-self-center rounded-md bg-white p-2 sm:size-44"
      />
      <div className="grid content-start gap-3">
        <p>
          Scan this with your authenticator app, or{' '}
          <a href={app.uri} className="font-semibold text-primary underline underline-offset-4">
            open it on this device
          </a>
          . You can also type the secret:
        </p>
        <code
          translate="no"
          className="rounded-md bg-surface-muted px-3 py-2 font-semibold tracking-label break-words text-foreground select-all"
        >
          {app.secret.match(/.{1,4}/g)?.join(' ')}
        </code>
        <CopyButton text={app.secret} copied="The secret is copied." className="justify-self-start">
          Copy secret
        </CopyButton>
      </div>
      <Notice className="sm:col-span-2">
        <strong className="text-foreground">
          Keep the secret in a safe place, on paper for example.
        </strong>{' '}
        If you lose your phone, you can set up a new one with it. We cannot show it again.
      </Notice>
    </div>
  );
}
