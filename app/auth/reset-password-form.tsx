import type { UseFormReturn } from 'react-hook-form';
import { Button } from '#app/ui/button.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import type { ResetPasswordForm as Schema } from '#contract/auth.ts';

type ResetPasswordFormProps = {
  form: UseFormReturn<Schema>;
  onSubmit: (typed: Schema) => Promise<void>;
};

/** A new password, twice. */
export function ResetPasswordForm({ form, onSubmit }: ResetPasswordFormProps) {
  const { errors, isSubmitting } = form.formState;
  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(onSubmit)} className="grid gap-5">
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        hint="At least 8 characters"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        error={errors.confirm_password?.message}
        {...form.register('confirm_password')}
      />
      <Button type="submit" busy={isSubmitting && 'Updating...'}>
        Update Password
      </Button>
    </form>
  );
}
