import { useEffect, useState } from 'react';
import { COMMONEST_PASSWORDS } from '#domain/commonest-passwords.ts';
import { newPasswordProblem, type PasswordOwner } from '#domain/new-password.ts';
import { MIN_PASSWORD_LENGTH, passwordLength } from '#domain/password.ts';

/** What to do about a new password, or that nothing is known to be left to do; `refused`: it is long enough and not good. */
type Judgement = { text: string; refused: boolean };

/**
 * Judges a new password, as far as the browser can: it has the commonest of the common ones. 5 kB, so import it only
 * when somebody types one.
 */
export function judgePassword(typed: string, owner: PasswordOwner): Judgement {
  const missing = MIN_PASSWORD_LENGTH - passwordLength(typed);
  if (missing > 0) {
    return { text: `${missing} more character${missing === 1 ? '' : 's'}`, refused: false };
  }
  const problem = newPasswordProblem(typed, owner, (listed) => commonest.has(listed));
  return { text: problem?.message ?? 'Long enough', refused: problem !== undefined };
}

const commonest = new Set(COMMONEST_PASSWORDS.trim().split(/\s+/));

/** Tells screen readers a text once it has not changed for a second: with every key, they would begin anew. */
export function SpokenAfterPause({ text }: { text: string }) {
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(text), 1_000);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p role="status" className="sr-only">
      {spoken}
    </p>
  );
}
