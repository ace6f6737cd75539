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
import styles from '../costs.module.css';
import { toEstimateCsv, estimatePlan } from './estimate.ts';
import {
  listModels,
  planAtFirst,
  readPlan,
  usePlan,
  type PlanFields,
  type PlanHandle,
  type PlanProblems,
} from './plan.ts';
import { messages } from '../messages.ts';

/** Estimates the cost and duration of a batch before it is sent, and how many of its documents will need review. */
export function EstimateView() {
  const handle = usePlan();
  const { book } = usePriceBook();
  const { fields } = handle;
  const read = readPlan(fields);
  const like = fields.like?.usage ?? null;
  const plan = read.ok ? read.plan : null;
  const estimate = plan === null ? null : estimatePlan(plan, like, book);
  return (
    <ViewFrame
      low
      title={messages.page.planBatch}
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
            csv={() => (plan === null || estimate === null ? '' : toEstimateCsv(plan, estimate, book))}
            disabled={estimate === null}
          />
          <BookPricesButton
            figureOf={plan === null ? undefined : (by) => estimatePlan(plan, like, by).total}
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

/** Updates the figures while the user types, and reports a value that cannot be parsed at its own field. */
function PlanForm({ handle, book, problems }: PlanFormProps) {
  const { fields, type, reset } = handle;
  const models = listModels(book);
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
    <section className={styles.form} aria-label={messages.plan.batch}>
      {field('documents', fields.scale === '10' ? 'Documents, times 10' : 'Documents', 'documents')}
      {field('pages', 'Pages each', 'pages')}
      <Select
        label={messages.plan.model}
        value={models.some(({ value }) => value === fields.model) ? fields.model : null}
        placeholder={messages.plan.notPriced}
        onChange={(model) => type({ model })}
        options={models}
      />
      {field('gapFill', messages.plan.gaps, '%')}
      <div className={styles.pair}>
        {field('workers', 'At a time', 'workers')}
        {field('seconds', messages.plan.eachTakes, 's')}
      </div>
      {field('megabytes', messages.plan.fileSize, 'MB')}
      {field('review', messages.plan.reviewShare, '%')}
      <Button
        size="sm"
        variant="ghost"
        icon="undo"
        disabled={JSON.stringify(fields) === JSON.stringify(planAtFirst)}
        onClick={reset}
      >
        {messages.plan.backToPlanning}
      </Button>
    </section>
  );
}
