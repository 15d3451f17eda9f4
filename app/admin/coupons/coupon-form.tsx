import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { AdminForm } from '#app/admin/admin-form.tsx';
import { callAdmin, reload } from '#app/admin/api.ts';
import { useFormDraft } from '#app/admin/draft.ts';
import { productsQuery } from '#app/admin/products/product-queries.ts';
import { readCount, readRupees } from '#app/admin/read-rupees.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field, SelectField } from '#app/ui/field.tsx';
import { CouponForm as Coupon } from '#contract/admin/coupons.ts';

const TEXTS = ['code', 'value', 'most', 'minimum', 'starts', 'until', 'max_uses', 'max_uses_each'];
const Typed = z.object({
  ...{ code: z.string(), value: z.string(), most: z.string(), minimum: z.string() },
  ...{ starts: z.string(), until: z.string(), max_uses: z.string(), max_uses_each: z.string() },
  kind: z.enum(['percent', 'amount']),
  products: z.array(z.string()),
  ...{ first_order: z.boolean(), online_only: z.boolean() },
});
type Typed = z.infer<typeof Typed>;

const EMPTY: Typed = {
  ...{ code: '', value: '', most: '', minimum: '', starts: '', until: '' },
  ...{ max_uses: '', max_uses_each: '1', kind: 'percent', products: [] },
  ...{ first_order: false, online_only: false },
};

/** Creates a discount code. */
export function CouponForm({ onDone }: { onDone: () => void }) {
  const draft = useFormDraft('coupon', Typed, EMPTY);
  const { form, change, forget, field } = draft;
  const { write, busy, failure, fields, refuse } = useWrite();
  const products = useQuery(productsQuery);

  function create() {
    const { data: body, error } = Coupon.safeParse(readForm(form));
    if (error)
      return refuse(
        '',
        Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message])),
      );
    return write(async () => {
      const { code } = await callAdmin('POST /admin/coupons', { body });
      forget();
      reload('coupons');
      showSnackbar({ text: `${code} created` });
      onDone();
    });
  }

  return (
    <AdminForm
      aria-label="Create a code"
      onSubmit={create}
      busy={busy}
      failure={TEXTS.some((name) => fields[name]) ? '' : failure}
      draft={draft}
      submit="Create"
      cancel={{
        label: 'Back',
        onClick: () => {
          forget();
          onDone();
        },
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {/* A button has just opened the form: the code is the next input. */}
        <Field
          {...field('code', fields)}
          label="Code"
          hint="3 to 30 letters and digits"
          maxLength={30}
          autoFocus
        />
        <SelectField
          label="Takes off"
          value={form.kind}
          onChange={({ target }) =>
            change({ kind: target.value === 'amount' ? 'amount' : 'percent' })
          }
          options={[
            { value: 'percent', label: 'A percentage' },
            { value: 'amount', label: 'An amount' },
          ]}
        />
        <Field
          {...field('value', fields)}
          label={form.kind === 'percent' ? 'Percent' : 'Rupees'}
          inputMode="decimal"
        />
        {form.kind === 'percent' && (
          <Field
            {...field('most', fields)}
            label="At most, in rupees"
            hint="Empty: no limit"
            inputMode="decimal"
          />
        )}
        <Field
          {...field('minimum', fields)}
          label="For orders from, in rupees"
          hint="Of the goods, before discounts. Empty: any"
          inputMode="decimal"
        />
        <Field
          {...field('starts', fields)}
          label="From"
          type="date"
          hint="Empty: from now on"
          max="2099-12-31"
        />
        <Field
          {...field('until', fields)}
          label="Until, with this day"
          type="date"
          hint="Empty: until you end it"
          max="2099-12-31"
        />
        <Field
          {...field('max_uses', fields)}
          label="Uses in all"
          hint="Empty: no limit"
          inputMode="numeric"
        />
        <Field
          {...field('max_uses_each', fields)}
          label="Uses of each customer"
          hint="Empty: no limit"
          inputMode="numeric"
        />
      </div>
      <Checkbox
        label="Only for a first order"
        checked={form.first_order}
        onChange={({ target }) => change({ first_order: target.checked })}
      />
      <Checkbox
        label="Only for orders paid online"
        checked={form.online_only}
        onChange={({ target }) => change({ online_only: target.checked })}
      />
      <details open={form.products.length > 0}>
        <summary className="flex min-h-11 w-fit cursor-pointer items-center rounded-sm font-semibold text-primary">
          Only for some products
        </summary>
        <fieldset className="grid gap-1 sm:grid-cols-2">
          <legend className="sr-only">Products that it is for; none chosen: all</legend>
          {products.data?.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={form.products.includes(id)}
              onChange={({ target }) =>
                change({
                  products: target.checked
                    ? [...form.products, id]
                    : form.products.filter((each) => each !== id),
                })
              }
            />
          ))}
        </fieldset>
      </details>
    </AdminForm>
  );
}

/** The typed fields as the contract has them; what is not a number stays one that it refuses. */
function readForm({ kind, ...form }: Typed) {
  const rupees = (typed: string) => (typed.trim() ? readRupees(typed) : null);
  const count = (typed: string) => (typed.trim() ? readCount(typed) : null);
  return {
    ...form,
    kind,
    value: rupees(form.value),
    most: kind === 'percent' ? rupees(form.most) : null,
    minimum: rupees(form.minimum),
    products: form.products.length > 0 ? form.products : null,
    starts: form.starts || null,
    until: form.until || null,
    max_uses: count(form.max_uses),
    max_uses_each: count(form.max_uses_each),
  };
}
