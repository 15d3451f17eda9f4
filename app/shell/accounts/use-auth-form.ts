import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { useWrite } from '#app/shell/use-write.ts';
import { authMessageOf, handleSessionError, isRefused, showAuthError } from './auth-error.ts';

type AuthFormOptions<Values extends FieldValues> = {
  /** The field to correct after a refusal that is not about another one. */
  focus: FieldPath<Values>;
  /** The fields that a refusal may be about, by its code; with a text in place of the server's message. */
  fields?: Record<string, FieldError<Values>>;
  /** Where a failure is told: in a toast, or in the form (`failure`), because a dialog would cover a toast. */
  tell: 'in a toast' | 'in the form';
};

type FieldError<Values extends FieldValues> = { field: FieldPath<Values>; text?: string };

/**
 * Sends a form to the auth server: `submit(send)` is its `onSubmit`, and `send` throws the auth server's error. A refusal
 * is told at the field it is about, which gets the focus. A failure keeps the input.
 */
export function useAuthForm<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { focus, fields = {}, tell }: AuthFormOptions<Values>,
) {
  const { write, failure } = useWrite({ explain });

  function explain(error: unknown): string {
    if (tell === 'in a toast') showAuthError(error);
    else handleSessionError(error);
    const wrong = fields[error.code ?? ''];
    if (wrong) form.setError(wrong.field, { message: wrong.text ?? error.message });
    if (isRefused(error)) form.setFocus(wrong?.field ?? focus, { shouldSelect: true });
    return wrong || tell === 'in a toast' ? '' : authMessageOf(error);
  }

  return {
    submit: (send: (typed: Values) => Promise<unknown>) =>
      form.handleSubmit((typed) => write(() => send(typed))),
    busy: form.formState.isSubmitting,
    failure,
  };
}

/** The refusals of a new password, which are told at its field. */
export function newPasswordErrors<Name extends string>(field: Name) {
  return { weak_password: { field }, same_password: { field } };
}
