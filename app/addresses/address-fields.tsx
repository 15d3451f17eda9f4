import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { call } from '#app/shell/api/api.ts';
import { Field, SelectField } from '#app/ui/field.tsx';
import { fieldOf } from '#app/ui/form.tsx';
import type { Address, AddressForm as Schema } from '#contract/addresses.ts';
import { type AddressField, DEFAULT_COUNTRY } from '#domain/address.ts';
import { pinOf } from '#domain/delivery.ts';
import {
  INDIAN_STATES,
  type PinPlace,
  type PinTable,
  placeInTable,
  placeOfPin,
  readPinTable,
  statesOfPin,
} from '#domain/pin-codes.ts';
import { compactCode } from '#domain/text.ts';

/** Those that a PIN code fills in. */
const PARTS = ['city', 'state'] as const;

type AddressFieldsProps = {
  form: AddressForm;
  /** The address that is being edited, if any. */
  saved: Pick<Address, 'state'> | undefined;
  /** False for another person's address, for which the browser would suggest the user's own. */
  autofill?: boolean;
};

/** The fields of an address. The PIN code comes before the address lines because it fills in city and state. */
export function AddressFields({ form, saved, autofill = true }: AddressFieldsProps) {
  const country = form.watch('country') ?? '';
  const pinFill = usePinPlace(form);

  /** The props of a field; `part` is its token for the browser's autofill. */
  function fieldFor(name: AddressField, part: string, onChange = (_: string) => {}) {
    return {
      ...fieldOf(form, name, { onChange: ({ target }) => onChange(target.value) }),
      enterKeyHint: name === 'country' ? ('go' as const) : ('next' as const),
      autoComplete: autofill ? `shipping ${part}` : 'off',
    };
  }

  // Called in the place of the field: an invalid form focuses the first field that was registered.
  const state = () => ({
    label: 'State',
    required: true,
    warning: pinFill.elsewhere,
    className: 'sm:col-span-3',
    ...fieldFor('state', 'address-level1', () => pinFill.onEdited('state')),
  });
  return (
    <>
      <Field
        label="Full Name"
        required
        className="sm:col-span-3"
        {...fieldFor('full_name', 'name')}
      />
      <Field
        label="Phone Number"
        required
        type="tel"
        inputMode="tel"
        hint={autofill ? 'For the courier only' : undefined}
        className="sm:col-span-3"
        {...fieldFor('phone', 'tel')}
      />
      <Field
        label="Postal Code"
        required
        inputMode={isIndia(country) ? 'numeric' : 'text'}
        warning={autofill ? pinFill.notServed : undefined}
        className="sm:col-span-2"
        {...fieldFor('postal_code', 'postal-code', pinFill.onPinInput)}
      />
      <p role="status" className="sr-only">
        {pinFill.announcement}
      </p>
      <Field
        label="Address Line 1"
        required
        placeholder="House number, street"
        className="sm:col-span-4"
        {...fieldFor('address_line1', 'address-line1')}
      />
      <Field
        label="Address Line 2"
        placeholder="Locality, landmark"
        className="sm:col-span-6"
        {...fieldFor('address_line2', 'address-line2')}
      />
      <Field
        label="City"
        required
        className="sm:col-span-3"
        {...fieldFor('city', 'address-level2', () => pinFill.onEdited('city'))}
      />
      {isIndia(country) ? (
        <SelectField {...state()} options={stateOptions(saved?.state)} />
      ) : (
        <Field {...state()} />
      )}
      <Field
        label="Country"
        required
        className="sm:col-span-3"
        {...fieldFor('country', 'country-name')}
      />
    </>
  );
}

/**
 * Fills in city and state from the PIN code while it is typed. Never replaces what the shopper has entered, also not
 * when the PIN code changes. Of a whole PIN code, says where the shop does not deliver and a state that it is not in.
 */
function usePinPlace(form: AddressForm) {
  // The values that were filled in from the PIN code.
  const filledIn = useRef<PinPlace>({});
  const [announcement, setAnnouncement] = useState('');
  const [known, setKnown] = useState<{ pin: string; states: string[]; serves: boolean }>();
  const [pin, state] = form.watch(['postal_code', 'state']);
  const isIndian = isIndia(form.watch('country') ?? '');
  const told = isIndian && known?.pin === compactCode(pin) ? known : undefined;

  function onPinInput(typed: string) {
    if (!isIndia(form.getValues('country') ?? '')) return;
    fillIn(placeOfPin(typed), compactCode(typed).length === 6);
    const whole = pinOf(compactCode(typed));
    if (whole) void onWholePin(whole);
  }

  async function onWholePin(whole: string) {
    const [table, delivery] = await Promise.all([
      import('./pin-districts.txt?raw').then(
        (file) => readPinTable(file.default),
        () => EMPTY_TABLE,
      ),
      call('GET /delivery/{pin}', { params: { pin: whole } }).catch(() => null),
    ]);
    if (compactCode(form.getValues('postal_code')) !== whole) return;
    fillIn(placeInTable(whole, table), true);
    const states = statesOfPin(whole, table);
    setKnown({ pin: whole, states, serves: delivery?.serves ?? true });
  }

  function fillIn(place: PinPlace, isWhole: boolean) {
    for (const part of PARTS) {
      const value = form.getValues(part);
      if (value !== '' && value !== filledIn.current[part]) continue;
      // A partial PIN code that matches nothing keeps what the previous one has filled in.
      if (!place[part] && !isWhole) continue;
      filledIn.current[part] = place[part];
      form.setValue(part, place[part] ?? '', {
        shouldValidate: form.getFieldState(part).invalid,
      });
    }
    setAnnouncement(
      PARTS.map((part) => filledIn.current[part])
        .filter(Boolean)
        .join(', '),
    );
  }

  const notServed = told?.serves === false ? `We do not deliver to ${told.pin} yet` : undefined;
  const isElsewhere = told && state && told.states.length > 0 && !told.states.includes(state);
  const elsewhere = isElsewhere ? `${told.pin} is in ${told.states.join(' or ')}` : undefined;
  return {
    onPinInput,
    /** The shopper has edited this field. */
    onEdited(part: (typeof PARTS)[number]) {
      filledIn.current[part] = undefined;
    },
    /** Warnings below the fields; the address can be saved all the same. */
    notServed,
    elsewhere,
    /** What was filled in and what is doubtful, for screen readers. */
    announcement: [
      announcement && `Filled in from the postal code: ${announcement}`,
      notServed,
      elsewhere,
    ]
      .filter(Boolean)
      .join('. '),
  };
}

/** For who cannot download it now. */
const EMPTY_TABLE: PinTable = { districts: [], states: [] };

/** India's states to select, also a saved one that the list spells differently. */
function stateOptions(saved = '') {
  const names = saved && !INDIAN_STATES.includes(saved) ? [saved, ...INDIAN_STATES] : INDIAN_STATES;
  return [
    { value: '', label: 'Select a state' },
    ...names.map((name) => ({ value: name, label: name })),
  ];
}

/** Whether a country, as typed, is India. */
function isIndia(country: string): boolean {
  return country.trim().toLowerCase() === DEFAULT_COUNTRY.toLowerCase();
}

/** An address as typed in the form, not validated yet. */
export type AddressValues = z.input<typeof Schema>;

/** Form type: what the fields hold, and the validated address that is sent. */
export type AddressForm = UseFormReturn<AddressValues, unknown, Schema>;
