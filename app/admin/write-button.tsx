import type { ComponentProps } from 'react';
import { Button } from '#app/ui/button.tsx';
import { useWrite, type WriteOptions } from './use-write.ts';

type WriteButtonProps = Omit<ComponentProps<typeof Button>, 'busy' | 'onClick'> &
  WriteOptions & {
    /** Its label while it works. */
    working?: string;
    work: () => Promise<unknown>;
  };

/** A button that sends something to the server; a toast tells a failure. */
export function WriteButton(props: WriteButtonProps) {
  const { working = 'Saving...', work, failed = 'Not changed', lost, onFailure, ...button } = props;
  const { write, busy } = useWrite({ failed, lost, onFailure });
  return <Button {...button} busy={busy && working} onClick={() => void write(work)} />;
}
