import { Button } from '#app/ui/button.tsx';
import { messageOf } from './failure.ts';

type ReadFailureProps = { error: unknown; retrying: boolean; onRetry: () => void };

/** In place of what could not be read: why, and a way to try again. */
export function ReadFailure({ error, retrying, onRetry }: ReadFailureProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-5 py-12 text-center">
      <p>{messageOf(error)}</p>
      <Button tone="secondary" busy={retrying && 'Trying again...'} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
