import * as z from 'zod/mini';
import { AUDIT_SUBJECTS } from '#app/admin/navigation.ts';
import { AuditQuery } from '#contract/admin/audit.ts';
import { VERB_OPTIONS } from './entry-texts.ts';

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
