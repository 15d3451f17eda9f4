import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { messageOf, showFieldErrors } from '#app/shell/api/api-error.ts';
import { useWrite } from '#app/shell/use-write.ts';
import { Field } from '#app/ui/field.tsx';
import { Form, fieldOf } from '#app/ui/form.tsx';
import { Link } from '#app/ui/link.js';
import { showError, showToast } from '#app/ui/toast.tsx';
import { type Profile, ProfileForm as Schema } from '#contract/profile.ts';
import { saveProfile } from './use-profile.ts';

const NAMES = ['full_name', 'phone'] as const;

/** Form for name and phone number. It keeps the input when saving fails. */
export function ProfileForm({ profile, email }: { profile: Profile; email: string }) {
  const form = useForm<Schema>({ resolver: zodResolver(Schema), defaultValues: values(profile) });
  const { write } = useWrite({ tell: showFailure });

  async function save(typed: Schema) {
    const sent = { ...form.getValues() };
    const saved = values(await saveProfile(typed));
    const isUnchanged = NAMES.every((name) => form.getValues(name) === sent[name]);
    form.reset(saved, { keepValues: !isUnchanged }); // keeps what was typed while saving
    showToast({
      title: 'Profile updated',
      description: 'Your profile has been updated successfully.',
    });
  }

  function showFailure(error: unknown) {
    showError(messageOf(error));
    showFieldErrors(form, NAMES, error);
  }

  return (
    <Form
      onSubmit={form.handleSubmit((typed) => write(() => save(typed)))}
      submit="Save Changes"
      busy={form.formState.isSubmitting && 'Saving...'}
      submitClass="justify-self-start"
      className="grid max-w-md gap-5"
    >
      <div>
        <Field
          label="Email"
          type="email"
          readOnly
          value={email}
          autoComplete="email"
          hint="Email cannot be changed"
        />
        <p className="text-xs text-muted">
          To sign in with another address, change it under{' '}
          <Link
            to="/account/security"
            className="font-semibold text-primary underline underline-offset-4"
          >
            Security
          </Link>
          .
        </p>
      </div>
      <Field label="Full Name" required autoComplete="name" {...fieldOf(form, 'full_name')} />
      <Field
        label="Phone Number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...fieldOf(form, 'phone')}
      />
    </Form>
  );
}

function values(profile: Profile): Schema {
  return { full_name: profile.full_name, phone: profile.phone ?? '' };
}
