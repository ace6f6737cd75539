import type { PriceBook } from '#shared/pricing/price-book.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { TextField } from '#renderer/ui/input/text-field.tsx';
import { Select } from '#renderer/ui/select/select.tsx';
import styles from './estimate.module.css';
import { modelOptions } from './model-names.ts';
import { planAtFirst } from './plan-fields.ts';
import type { PlanFields, PlanHandle } from './plan-fields.ts';
import type { PlanProblems } from './read-plan.ts';

export interface PlanFormProps {
  readonly handle: PlanHandle;
  readonly book: PriceBook;
  readonly problems: PlanProblems;
}

/** Figures follow as they are typed; what cannot be read is told at its field. */
export function PlanForm({ handle, book, problems }: PlanFormProps) {
  const { fields, type, reset } = handle;
  const models = modelOptions(book);
  const field = (name: keyof PlanProblems, label: string, end: string) => (
    <TextField
      label={label}
      inputMode="decimal"
      end={end}
      value={fields[name]}
      error={problems[name]}
      onChange={(event) => type({ [name]: event.currentTarget.value } satisfies Partial<PlanFields>)}
    />
  );
  return (
    <section className={styles.form} aria-label="The batch">
      {field('documents', fields.scale === '10' ? 'Documents, times 10' : 'Documents', 'documents')}
      {field('pages', 'Pages each', 'pages')}
      <Select
        label="Model of gap-fill and verify"
        value={models.some(({ value }) => value === fields.model) ? fields.model : null}
        placeholder="Not priced by this book"
        onChange={(model) => type({ model })}
        options={models}
      />
      {field('gapFill', 'Have gaps to fill', '%')}
      <div className={styles.pair}>
        {field('workers', 'At a time', 'workers')}
        {field('seconds', 'Each takes', 's')}
      </div>
      {field('megabytes', 'Size of a file', 'MB')}
      {field('review', 'Need review, if you know', '%')}
      <Button
        size="sm"
        variant="ghost"
        icon="undo"
        disabled={JSON.stringify(fields) === JSON.stringify(planAtFirst)}
        onClick={reset}
      >
        Back to planning figures
      </Button>
    </section>
  );
}
