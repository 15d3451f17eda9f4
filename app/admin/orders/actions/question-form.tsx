import { FormFields } from '#app/admin/admin-form.tsx';
import { Confirmation } from '#app/admin/buttons.tsx';
import { Button } from '#app/ui/button.tsx';
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx';
import type { Count, Kind, Question } from './questions.ts';

type QuestionFormProps = {
  question: Question;
  busy: boolean;
  onClose: () => void;
  /** Called with what the verb sends, besides itself and the version. */
  onAnswer: (answer: object) => void;
  /** Called with the pieces of an item that came back. */
  onCount?: (item: string, pieces: Count) => void;
};

/** The content of the dialog of a verb that asks something before it changes orders. */
export function QuestionForm({ question, busy, onClose, onAnswer, onCount }: QuestionFormProps) {
  const { text, because, reasons, counted, verb, keep, answer } = question;
  if (!reasons)
    return (
      <Confirmation
        verb={verb}
        keep={keep}
        busy={busy && 'Saving...'}
        disabled={answer === null}
        onClose={onClose}
        onConfirm={() => answer && onAnswer(answer)}
      >
        <p>{text}</p>
        {counted && onCount && <Pieces {...counted} busy={busy} onCount={onCount} />}
      </Confirmation>
    );
  return (
    <div className="grid gap-4">
      {text && <p>{text}</p>}
      {because && <p className="-mb-2 font-semibold text-foreground">{because}</p>}
      <ul className="grid gap-2 sm:grid-cols-2">
        {Object.entries(reasons).map(([reason, label]) => (
          <li key={reason} className="grid">
            <Button tone="secondary" disabled={busy} onClick={() => onAnswer({ reason })}>
              {label}
            </Button>
          </li>
        ))}
      </ul>
      {because && (
        <div className="dialog-actions mt-2">
          <Button tone="quiet" onClick={onClose}>
            {keep}
          </Button>
        </div>
      )}
    </div>
  );
}

const KINDS: Record<Kind, string> = { good: 'Good', damaged: 'Damaged' };

type PiecesProps = NonNullable<Question['counted']> &
  Pick<Required<QuestionFormProps>, 'busy' | 'onCount'>;

/** How many pieces of each item came back good or damaged; none are preset. */
function Pieces({ items, kinds, busy, onCount }: PiecesProps) {
  return (
    <FormFields saving={busy}>
      <ul className="mt-4 divide-y divide-border">
        {items.map(({ id, product_name, most, about, good, damaged }) => (
          <li key={id} className="grid gap-3 py-4">
            <p className="font-medium text-foreground">
              {product_name}
              <span className="block text-sm font-normal text-muted">{about}</span>
            </p>
            <div className="flex flex-wrap gap-x-6 gap-y-2">
              {kinds.map((kind) => {
                const label = `${KINDS[kind]}: ${product_name}`;
                const now = { good, damaged };
                return (
                  <div key={kind} className="flex items-center gap-3">
                    <span className="min-w-20 text-sm">{KINDS[kind]}</span>
                    <QuantityStepper
                      label={label}
                      value={now[kind]}
                      min={0}
                      max={most - good - damaged + now[kind]}
                      onChange={(pieces) => onCount(id, { ...now, [kind]: pieces })}
                      // A dialog has several: each button names what it counts.
                      less={`One less. ${label}`}
                      more={`One more. ${label}`}
                    />
                  </div>
                );
              })}
            </div>
          </li>
        ))}
      </ul>
    </FormFields>
  );
}
