import { useState } from 'react';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { CodeField } from '#app/ui/code-field.tsx';
import { Field, SelectField, TextArea } from '#app/ui/field.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx';
import { RadioCard } from '#app/ui/radio-card.tsx';

const STATES = [
  { value: 'Kerala', label: 'Kerala' },
  { value: 'Goa', label: 'Goa' },
];

/** Form controls in every state: empty, filled, with a hint, invalid and disabled. */
export function Fields() {
  const [payment, setPayment] = useState('cod');
  const [quantity, setQuantity] = useState(1);
  return (
    <div className="grid w-full gap-6 sm:grid-cols-2">
      <Field label="Empty" placeholder="A placeholder" required />
      <Field label="With a hint" hint="We only call about your order" defaultValue="98765 43210" />
      <Field label="Wrong" error="Email is required" required />
      <Field label="Wrong, with a hint" hint="With its country" error="Too short" />
      <Field label="Read only" defaultValue="asha@example.com" readOnly />
      <Field label="Disabled" defaultValue="Not now" disabled />
      <TextArea label="Message" />
      <TextArea label="Wrong message" error="Message is required" />
      <SelectField label="State" options={STATES} />
      <SelectField label="Wrong state" options={STATES} error="State is required" />
      <PasswordField label="Password" autoComplete="new-password" hint="At least 8 characters" />
      <CodeField label="Code" hint="From your authenticator app" />
      <div>
        <Checkbox label="Set as default address" />
        <Checkbox label="Chosen" defaultChecked />
        <Checkbox label="Not now" disabled />
      </div>
      <div className="flex flex-wrap items-start gap-3">
        <QuantityStepper label="Quantity" value={quantity} min={1} max={3} onChange={setQuantity} />
        <QuantityStepper
          label="No quantity"
          value={1}
          min={1}
          max={3}
          onChange={() => {}}
          disabled
        />
      </div>
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-semibold text-foreground">Payment Method</legend>
        {['cod', 'razorpay', 'barter'].map((value) => (
          <RadioCard
            key={value}
            name="payment"
            value={value}
            checked={payment === value}
            disabled={value === 'barter'}
            onChange={() => setPayment(value)}
          >
            {value}
          </RadioCard>
        ))}
      </fieldset>
    </div>
  );
}
