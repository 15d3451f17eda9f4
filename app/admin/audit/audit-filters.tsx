import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { DayField } from '#app/admin/day-field.tsx';
import { AUDIT_SUBJECTS } from '#app/admin/navigation.ts';
import { staffQuery, useRole } from '#app/admin/staff/use-staff.ts';
import { SelectField } from '#app/ui/field.tsx';
import { AuditQuery } from '#contract/admin/audit.ts';
import { VERB_OPTIONS } from './entry-texts.ts';

const SUBJECT_OPTIONS = [
  { value: '', label: 'Everything' },
  ...Object.entries(AUDIT_SUBJECTS).map(([value, label]) => ({ value, label })),
];

const VERBS = [{ value: '', label: 'Any change' }, ...VERB_OPTIONS];

type AuditFiltersProps = {
  filter: AuditFilter;
  onChange: (name: keyof AuditFilter, value: string) => void;
};

/** The filters by subject, by staff member and by day. Only owners may list the staff. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const owner = useRole('owner');
  const { data } = useQuery({ ...staffQuery, enabled: owner });
  return (
    // In em, so that with a larger text the fields have room for what they show.
    <search className="grid grid-cols-[repeat(auto-fit,minmax(8em,1fr))] gap-3">
      <SelectField
        label="What was changed"
        options={SUBJECT_OPTIONS}
        value={filter.subject_type ?? ''}
        onChange={(event) => onChange('subject_type', event.target.value)}
      />
      <SelectField
        label="What was done"
        options={VERBS}
        value={filter.verb ?? ''}
        onChange={(event) => onChange('verb', event.target.value)}
      />
      {owner && (
        <SelectField
          label="By"
          options={[
            { value: '', label: 'Anybody' },
            ...(data?.staff ?? []).map(({ id, email }) => ({ value: id, label: email })),
          ]}
          value={filter.staff ?? ''}
          onChange={(event) => onChange('staff', event.target.value)}
        />
      )}
      <DayField label="From" value={filter.from} onChange={(day) => onChange('from', day)} />
      <DayField label="To" value={filter.to} onChange={(day) => onChange('to', day)} />
    </search>
  );
}

export type AuditFilter = Pick<
  AuditQuery,
  'verb' | 'subject_type' | 'subject_id' | 'staff' | 'from' | 'to'
>;

/** Reads the filter from the URL; ignores invalid parts. */
export function readAuditFilter(params: URLSearchParams): AuditFilter {
  const { subject_id, staff, from, to } = AuditQuery.shape;
  const given = (name: string) => params.get(name) || undefined;
  const subject = given('subject_type') ?? '';
  return {
    verb: VERB_OPTIONS.find(({ value }) => value === given('verb'))?.value,
    subject_type: Object.hasOwn(AUDIT_SUBJECTS, subject) ? subject : undefined,
    subject_id: z.catch(subject_id, undefined).parse(given('subject_id')),
    staff: z.catch(staff, undefined).parse(given('staff')),
    from: z.catch(from, undefined).parse(given('from')),
    to: z.catch(to, undefined).parse(given('to')),
  };
}
