import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { FilterFields, paramsOf } from '#app/admin/filter-fields.tsx';
import { read } from '#app/admin/read.ts';
import { useRole } from '#app/admin/staff/use-staff.ts';
import { AuditQuery } from '#contract/admin/audit.ts';
import { AUDIT_VERBS } from '#contract/admin/audit-verbs.ts';
import { VERB_OPTIONS } from './entry-texts.ts';
import { AUDIT_SUBJECTS } from './subjects.ts';

const SUBJECTS = Object.entries(AUDIT_SUBJECTS).map(([value, { name }]) => ({
  value,
  label: name,
}));

type AuditFiltersProps = {
  filter: AuditFilter;
  onChange: (name: keyof AuditFilter, value: string) => void;
};

/** The filters by subject, by staff member and by day. Only owners may list the staff. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const owner = useRole('owner');
  const { data } = useQuery({ ...read('GET /admin/staff'), enabled: owner });
  const staff = (data?.staff ?? []).map(({ id, email }) => ({ value: id, label: email }));
  return (
    // In em, so that with a larger text the fields have room for what they show.
    <search className="grid grid-cols-[repeat(auto-fit,minmax(8em,1fr))] gap-3">
      <FilterFields
        values={filter}
        onChange={onChange}
        fields={[
          { name: 'subject_type', label: 'What was changed', any: 'Everything', options: SUBJECTS },
          { name: 'verb', label: 'What was done', any: 'Any change', options: VERB_OPTIONS },
          ...(owner
            ? [{ name: 'staff' as const, label: 'By', any: 'Anybody', options: staff }]
            : []),
          { name: 'from', label: 'From' },
          { name: 'to', label: 'To' },
        ]}
      />
    </search>
  );
}

const { subject_id, staff, from, to } = AuditQuery.shape;
const Filter = z.object({
  verb: z.catch(z.optional(z.enum(AUDIT_VERBS)), undefined),
  subject_type: z.catch(
    z.optional(z.string().check(z.refine((type) => Object.hasOwn(AUDIT_SUBJECTS, type)))),
    undefined,
  ),
  subject_id: z.catch(subject_id, undefined),
  staff: z.catch(staff, undefined),
  from: z.catch(from, undefined),
  to: z.catch(to, undefined),
});
export type AuditFilter = z.infer<typeof Filter>;

/** Reads the filter from the URL; ignores invalid parts. */
export function readAuditFilter(params: URLSearchParams): AuditFilter {
  return Filter.parse(paramsOf(params));
}
