import type { KeyboardEvent } from 'react';

/** Blurs a field on Escape, so that the next letter is a shortcut and not typed into it. */
export function blurOnEscape({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  if (key === 'Escape') currentTarget.blur();
}
