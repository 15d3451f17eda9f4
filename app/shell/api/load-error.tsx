import { Button } from '#app/ui/button.tsx';
import { messageOf } from './api-error.ts';

type LoadErrorProps = { error: unknown; retrying: boolean; onRetry: () => void };

/** Shown instead of data that could not be loaded: the reason, and a retry button. */
export function LoadError({ error, retrying, onRetry }: LoadErrorProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-5 py-12 text-center">
      <p>{messageOf(error)}</p>
      <Button tone="secondary" busy={retrying && 'Trying again...'} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
