import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { hasErrorCode, messageOf, showFieldErrors } from '#app/shell/api/api-error.ts';
import { useShopper } from '#app/shell/session/guard.tsx';
import { session } from '#app/shell/session/session.ts';
import { useWrite } from '#app/shell/use-write.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Form } from '#app/ui/form.tsx';
import { showError, showToast } from '#app/ui/toast.tsx';
import { type Address, AddressForm as Schema } from '#contract/addresses.ts';
import { ADDRESS_FIELDS, addressTexts, DEFAULT_COUNTRY } from '#domain/address.ts';
import {
  AddressFields,
  type AddressValues,
  type AddressForm as FormOfAddress,
} from './address-fields.tsx';
import { keepAddress, keptAddress, saveAddress } from './use-addresses.ts';

/** What a new address starts with. */
export type AddressDefaults = {
  /** The shopper's profile; undefined while it is loading. */
  person: { full_name: string; phone: string | null } | undefined;
  /** Whether the shopper has no address yet: then this one becomes the default unless they uncheck it. */
  isFirst: boolean;
};

export type AddressFormProps = {
  /** The address to edit; without one the form saves a new address. */
  address?: Address | undefined;
  defaults: AddressDefaults;
  onSaved: (address: Address) => void;
  onCancel: () => void;
};

/** Form to add or edit an address. It keeps the input when saving fails. */
export function AddressForm({ address, defaults, onSaved, onCancel }: AddressFormProps) {
  const { id: shopperId } = useShopper();
  const { write, failure } = useWrite({ explain });
  const form = useForm<AddressValues, unknown, Schema>({
    resolver: zodResolver(Schema),
    defaultValues: keptValues(shopperId, address) ?? initialValues(address, defaults),
  });
  const element = useRef<HTMLFormElement>(null);
  useProfileDefaults(form, address ? undefined : defaults.person);
  useEffect(() => {
    // Set before the dialog opens and moves the focus: fields filled in from the profile must not get it.
    if (!address) firstEmptyField(element.current)?.setAttribute('autofocus', '');
  }, [address]);

  async function save(values: Schema) {
    const saved = await saveAddress(values, address);
    showToast({
      title: address ? 'Address updated' : 'Address added',
      description: `Your address has been ${address ? 'updated' : 'added'} successfully.`,
    });
    onSaved(saved);
  }

  function explain(error: unknown): string {
    // The guard has replaced the page, and /auth says why. After the sign-in the form opens again with what was typed.
    if (hasErrorCode(error, 'not_signed_in') && session.get().status !== 'signed-in') {
      keepAddress({ shopperId, editing: address ?? 'new', values: form.getValues() });
      return '';
    }
    // Also shown inside the dialog: screen readers cannot reach a toast behind a modal dialog.
    showError(messageOf(error));
    showFieldErrors(form, ADDRESS_FIELDS, error);
    return messageOf(error);
  }

  return (
    <Form
      ref={element}
      onSubmit={form.handleSubmit((values) => write(() => save(values)))}
      submit="Save Address"
      busy={form.formState.isSubmitting && 'Saving...'}
      failure={failure}
      cancel={{ onClick: onCancel }}
    >
      <div className="grid gap-5 sm:grid-cols-6">
        <AddressFields form={form} saved={address} />
        <Checkbox
          label="Set as default address"
          className="sm:col-span-6"
          {...form.register('is_default')}
        />
      </div>
    </Form>
  );
}

/** When the profile is loaded after the form has opened, fills in the fields that the shopper has not touched. */
function useProfileDefaults(form: FormOfAddress, person: AddressDefaults['person']) {
  useEffect(() => {
    for (const name of ['full_name', 'phone'] as const) {
      const known = person?.[name];
      const { isDirty } = form.getFieldState(name);
      if (known && !isDirty && form.getValues(name) === '') form.setValue(name, known);
    }
  }, [form, person]);
}

function firstEmptyField(form: HTMLFormElement | null): Element | undefined {
  return [...(form?.elements ?? [])].find(
    (element) => element instanceof HTMLInputElement && element.value === '',
  );
}

/** What was typed before the session ended, if it was for this address. */
function keptValues(shopperId: string, address: Address | undefined): AddressValues | null {
  const kept = keptAddress(shopperId);
  if (!kept) return null;
  const editedId = kept.editing === 'new' ? undefined : kept.editing.id;
  return editedId === address?.id ? kept.values : null;
}

function initialValues(
  address: Address | undefined,
  { person, isFirst }: AddressDefaults,
): AddressValues {
  const fresh = { ...person, country: DEFAULT_COUNTRY };
  return { ...addressTexts(address ?? fresh), is_default: address?.is_default ?? isFirst };
}
