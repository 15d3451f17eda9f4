import { type ComponentPropsWithRef, useEffect, useId, useState } from 'react';
import type { PasswordOwner } from '#domain/new-password.ts';
import { describedBy, FieldFrame } from './field.tsx';

type PasswordFieldProps = ComponentPropsWithRef<'input'> & {
  label: string;
  error?: string | undefined;
  hint?: string;
  /** Tells password managers whether to fill in a password or to suggest a new one. */
  autoComplete: 'current-password' | 'new-password';
};

/**
 * A password field with a button that shows the password. Pasting and password managers work: it is an ordinary input.
 */
export function PasswordField({
  label,
  error,
  hint: rule,
  id: given,
  ...input
}: PasswordFieldProps) {
  const generated = useId();
  const id = given ?? generated;
  // The error repeats the hint, so the hint is hidden.
  const hint = error ? undefined : rule;
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <div className="relative">
        <input
          {...input}
          id={id}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className="field-input pr-[calc(2.75rem+--spacing(6))]"
          aria-required
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { error, hint })}
        />
        <button
          type="button"
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 min-w-16 rounded-md px-3 text-sm font-semibold text-primary"
        >
          {shown ? 'Hide' : 'Show'}
          <span className="sr-only"> {label.toLowerCase()}</span>
        </button>
      </div>
    </FieldFrame>
  );
}

type FieldProps = Omit<ComponentPropsWithRef<'input'>, 'id' | 'autoComplete'> & {
  error?: string | undefined;
};

type NewPasswordFieldsProps = {
  label: string;
  /** The label of the field that repeats it. */
  again?: string;
  /** What the first field contains. */
  typed: string | undefined;
  /** Who chooses the password, as far as the page knows. */
  owner: PasswordOwner;
  /** The two fields in the form, as `fieldOf` gives them. */
  password: FieldProps;
  confirmation: FieldProps;
};

/** The fields in which a new password is typed twice. */
export function NewPasswordFields({
  label,
  again = `Confirm ${label}`,
  typed,
  owner,
  password,
  confirmation,
}: NewPasswordFieldsProps) {
  return (
    <>
      <NewPasswordField id="new-password" label={label} typed={typed} owner={owner} {...password} />
      <PasswordField
        id="confirm-password"
        label={again}
        autoComplete="new-password"
        {...confirmation}
      />
    </>
  );
}

type NewPasswordFieldProps = Omit<PasswordFieldProps, 'autoComplete' | 'hint'> &
  Pick<NewPasswordFieldsProps, 'typed' | 'owner'>;

/**
 * A field for a new password, which says while it is typed what is missing. Without a network only the server judges it.
 */
function NewPasswordField({ typed, owner, error, ...field }: NewPasswordFieldProps) {
  const [judge, setJudge] = useState<typeof import('./judge-password.tsx')>();
  const isTyped = !!typed;
  useEffect(() => {
    if (isTyped) import('./judge-password.tsx').then(setJudge, () => {});
  }, [isTyped]);
  const judged = typed ? judge?.judgePassword(typed, owner) : undefined;
  return (
    <div>
      <PasswordField
        {...field}
        autoComplete="new-password"
        error={error ?? (judged?.refused ? judged.text : undefined)}
        hint={judged?.text ?? 'At least 8 characters, and not one that many people use'}
      />
      {judge && <judge.SpokenAfterPause text={error ? '' : (judged?.text ?? '')} />}
    </div>
  );
}

/** Tells password managers which account the passwords of a form belong to. */
export function UsernameForManagers({ email }: { email: string }) {
  return (
    <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
  );
}
