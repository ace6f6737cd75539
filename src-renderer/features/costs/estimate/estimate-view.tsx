import { Button } from '#renderer/ui/button.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { ViewFrame } from '#renderer/ui/view-frame.tsx';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { BookPricesButton } from '../book/book-prices.tsx';
import { usePriceBook } from '../book/use-price-book.tsx';
import { CsvButton } from '../csv-button.tsx';
import { EstimateResult } from './estimate-result.tsx';
import styles from './estimate-view.module.css';
import { estimateCsv, estimateOf } from './estimate.ts';
import {
  modelOptions,
  planAtFirst,
  readPlan,
  usePlan,
  type PlanFields,
  type PlanHandle,
  type PlanProblems,
} from './plan.ts';

/** What a batch will cost that nobody has sent yet, how long it will take and how many of it people will see. */
export function EstimateView() {
  const handle = usePlan();
  const { book } = usePriceBook();
  const { fields } = handle;
  const read = readPlan(fields);
  const like = fields.like?.usage ?? null;
  const plan = read.ok ? read.plan : null;
  const estimate = plan === null ? null : estimateOf(plan, like, book);
  return (
    <ViewFrame
      low
      title="Plan a batch"
      sub={`estimated by ${book.name}`}
      actions={
        <>
          <Segmented
            label="Scale"
            size="sm"
            value={fields.scale}
            onChange={(scale) => handle.type({ scale })}
            options={scales}
          />
          <CsvButton
            name="sluice-planned-batch"
            csv={() => (plan === null || estimate === null ? '' : estimateCsv(plan, estimate, book))}
            disabled={estimate === null}
          />
          <BookPricesButton
            figureOf={plan === null ? undefined : (by) => estimateOf(plan, like, by).total}
            figureName="of this estimate"
          />
        </>
      }
    >
      <div className={styles.desk}>
        <PlanForm handle={handle} book={book} problems={read.problems} />
        <EstimateResult plan={plan} estimate={estimate} handle={handle} book={book} />
      </div>
    </ViewFrame>
  );
}

const scales = [
  { value: '1', label: '1×' },
  { value: '10', label: '10×' },
] as const;

interface PlanFormProps {
  readonly handle: PlanHandle;
  readonly book: PriceBook;
  readonly problems: PlanProblems;
}

/** Figures follow as they are typed; what cannot be read is told at its field. */
function PlanForm({ handle, book, problems }: PlanFormProps) {
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
