import type { ReferenceField } from '#contract/reference.ts';

/** A schema's fields: name, type, whether required, and constraints. */
export function Fields({ title, fields }: { title: string; fields: readonly ReferenceField[] }) {
  if (fields.length === 0) return null;
  return (
    <div className="mt-5">
      <h4 className="eyebrow">{title}</h4>
      <ul className="mt-1 divide-y divide-border text-sm">
        {fields.map(({ name, type, required, rule }) => (
          <li key={name} className="flex flex-wrap gap-x-3 py-2 wrap-anywhere">
            <code translate="no" className="font-semibold text-foreground">
              {name}
            </code>
            <span className="text-muted">{type}</span>
            {!required && <span className="text-muted">optional</span>}
            {rule && <span>{rule}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
