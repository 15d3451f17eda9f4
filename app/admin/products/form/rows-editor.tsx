import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';

type RowsEditorProps<Row> = {
  title: string;
  /** The name of one row: 'benefit'. */
  one: string;
  rows: readonly Row[];
  empty: Row;
  error: string | undefined;
  onChange: (rows: Row[]) => void;
  /** The fields of one row. */
  children: (row: Row, set: (row: Row) => void, index: number) => ReactNode;
};

/** An editor for a list of rows, with buttons to add, remove and move them. */
export function RowsEditor<Row>(props: RowsEditorProps<Row>) {
  const { title, one, rows, empty, error, onChange, children } = props;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold text-foreground">{title}</legend>
      {error && <p className="text-sm font-medium text-danger">{error}</p>}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: every field is controlled, so no state belongs to an index
        <div key={index} className="grid gap-3 rounded-md bg-surface-muted p-3">
          {children(row, (next) => onChange(rows.with(index, next)), index)}
          <RowButtons
            name={`${one} ${index + 1}`}
            first={index === 0}
            last={index === rows.length - 1}
            onMove={(by) => onChange(moved(rows, index, by))}
            onRemove={() => onChange(rows.toSpliced(index, 1))}
          />
        </div>
      ))}
      <Button
        tone="secondary"
        className="min-h-11 w-fit"
        onClick={() => onChange([...rows, empty])}
      >
        Add a {one}
      </Button>
    </fieldset>
  );
}

type RowButtonsProps = {
  name: string;
  first: boolean;
  last: boolean;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
};

/** Buttons to move a row, which are easier than dragging. */
export function RowButtons({ name, first, last, onMove, onRemove }: RowButtonsProps) {
  const buttons = [
    { text: 'Up', label: `Move ${name} up`, off: first, run: () => onMove(-1) },
    { text: 'Down', label: `Move ${name} down`, off: last, run: () => onMove(1) },
    { text: 'Remove', label: `Remove ${name}`, off: false, run: onRemove },
  ];
  return (
    <div className="-ml-2.5 flex flex-wrap gap-1">
      {buttons.map(({ text, label, off, run }) => (
        <Button
          key={text}
          tone="quiet"
          // Narrower than other quiet buttons, because three fit beside a picture on a phone.
          className="min-h-11 min-w-11 px-2.5! text-sm"
          disabled={off}
          aria-label={label}
          onClick={run}
        >
          {text}
        </Button>
      ))}
    </div>
  );
}

/** The rows with one moved up or down. */
export function moved<Row>(rows: readonly Row[], index: number, by: 1 | -1): Row[] {
  const [row] = rows.slice(index, index + 1);
  return row === undefined ? [...rows] : rows.toSpliced(index, 1).toSpliced(index + by, 0, row);
}
