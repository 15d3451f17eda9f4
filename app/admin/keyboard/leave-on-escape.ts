import type { KeyboardEvent } from 'react';

/** For a field of its own: Escape leaves it, so that the next letter is a shortcut and not typed into it. */
export function leaveOnEscape({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  if (key === 'Escape') currentTarget.blur();
}
