import { COMPACT } from '#app/admin/compact.ts';
import { Button } from '#app/ui/button.tsx';
import type { StaffChange, StaffMember } from '#contract/admin/staff.ts';
import { formatDay } from '#domain/day.ts';
import { STAFF_ROLE_NAMES, STAFF_ROLES } from '#domain/staff.ts';

type MemberRowProps = { member: StaffMember; onChange: (change: StaffChange) => void };

/** A member of staff: the role can be changed and the access ended. */
export function MemberRow({ member, onChange }: MemberRowProps) {
  const { email, role, created_at, disabled_at } = member;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-0">
      <p className="min-w-56 flex-1 wrap-anywhere">
        <span className={disabled_at ? 'text-muted line-through' : 'font-medium text-ink'}>
          {email}
        </span>
        <span className="block text-sm text-muted">
          {disabled_at ? `Until ${formatDay(disabled_at)}` : `Since ${formatDay(created_at)}`}
        </span>
      </p>
      <select
        aria-label={`Role of ${email}`}
        className="field-input field-select w-44"
        value={role}
        disabled={disabled_at !== null}
        onChange={(event) => {
          const chosen = STAFF_ROLES.find((each) => each === event.target.value);
          if (chosen) onChange({ role: chosen });
        }}
      >
        {STAFF_ROLES.map((each) => (
          <option key={each} value={each}>
            {STAFF_ROLE_NAMES[each]}
          </option>
        ))}
      </select>
      <Button
        tone="quiet"
        className={COMPACT}
        onClick={() => onChange({ disabled: disabled_at === null })}
      >
        {disabled_at ? 'Let in again' : 'End access'}
      </Button>
    </li>
  );
}
