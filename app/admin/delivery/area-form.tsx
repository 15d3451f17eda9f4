import * as z from 'zod/mini';
import { AdminForm } from '#app/admin/admin-form.tsx';
import { callAdmin, reload } from '#app/admin/api.ts';
import { useFormDraft } from '#app/admin/draft.ts';
import { readCount, readRupees, typedRupees } from '#app/admin/read-rupees.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { Field, SelectField } from '#app/ui/field.tsx';
import { AreaRule } from '#contract/admin/delivery.ts';

const Typed = z.object({
  prefix: z.string(),
  serves: z.string(),
  cash: z.string(),
  days_from: z.string(),
  days_to: z.string(),
  fee: z.string(),
  free_from: z.string(),
});
type Typed = z.infer<typeof Typed>;

/** Adds or changes the rule for one prefix. An empty field says nothing. */
export function AreaForm({ area, onDone }: { area: AreaRule | null; onDone: () => void }) {
  const draft = useFormDraft(`delivery:${area?.prefix ?? 'new'}`, Typed, typedOf(area));
  const { form, forget, field } = draft;
  const { write, busy, failure, fields, refuse } = useWrite();

  function leave() {
    forget();
    onDone();
  }

  function save() {
    const { data: body, error } = AreaRule.safeParse(ruleOf(form));
    if (error) {
      const messages = error.issues.map(({ path, message }) => [path.join('.'), message]);
      return refuse('', Object.fromEntries(messages));
    }
    return write(async () => {
      await callAdmin('POST /admin/delivery/areas', { body });
      reload('delivery');
      showSnackbar({ text: `Rule for ${body.prefix} saved` });
      leave();
    });
  }

  const choice = (name: 'serves' | 'cash', label: string, yes: string, no: string) => (
    <SelectField
      label={label}
      options={[
        { value: '', label: 'As the rule for fewer digits says' },
        { value: 'yes', label: yes },
        { value: 'no', label: no },
      ]}
      value={form[name]}
      onChange={({ target }) => draft.change({ [name]: target.value })}
    />
  );
  return (
    <AdminForm
      aria-label={area ? `Change the rule for ${area.prefix}` : 'Add a rule'}
      className="grid gap-4"
      onSubmit={save}
      busy={busy}
      failure={failure}
      draft={draft}
      submit="Save"
      cancel={{ label: 'Back', onClick: leave }}
    >
      {!area && (
        <Field
          {...field('prefix', fields)}
          label="PIN code, or its first digits"
          inputMode="numeric"
          maxLength={10}
          autoFocus
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {choice('serves', 'Delivery', 'Served', 'Not served')}
        {choice('cash', 'Cash on delivery', 'Possible', 'Not possible')}
        <Field {...field('days_from', fields)} label="Business days from" inputMode="numeric" />
        <Field {...field('days_to', fields)} label="Business days to" inputMode="numeric" />
        <Field
          {...field('fee', fields)}
          label="Fee in rupees"
          hint="0: free; empty: as the rule for fewer digits says"
          inputMode="decimal"
        />
        <Field
          {...field('free_from', fields)}
          label="Free for orders from, in rupees"
          hint="100000: practically never"
          inputMode="decimal"
        />
      </div>
    </AdminForm>
  );
}

function typedOf(area: AreaRule | null): Typed {
  const choice = (value: boolean | null = null) => (value === null ? '' : value ? 'yes' : 'no');
  const amount = (value: number | null = null) => (value === null ? '' : typedRupees(value));
  return {
    prefix: area?.prefix ?? '',
    serves: choice(area?.serves),
    cash: choice(area?.cash),
    days_from: amount(area?.days_from),
    days_to: amount(area?.days_to),
    fee: amount(area?.fee),
    free_from: amount(area?.free_from),
  };
}

/** For the contract's schema to check. */
function ruleOf({ prefix, serves, cash, ...numbers }: Typed): unknown {
  const choice = (value: string) => (value === '' ? null : value === 'yes');
  const number = (typed: string, parse: (typed: string) => number) =>
    typed.trim() === '' ? null : parse(typed);
  return {
    prefix,
    serves: choice(serves),
    cash: choice(cash),
    days_from: number(numbers.days_from, readCount),
    days_to: number(numbers.days_to, readCount),
    fee: number(numbers.fee, readRupees),
    free_from: number(numbers.free_from, readRupees),
  };
}
