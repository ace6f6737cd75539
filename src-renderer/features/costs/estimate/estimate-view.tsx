import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import { ViewFrame } from '#renderer/ui/view-frame/view-frame.tsx';
import { BookPricesButton } from '../book/book-prices-button.tsx';
import { usePriceBook } from '../book/use-price-book.ts';
import { CsvButton } from '../csv/csv-button.tsx';
import { estimateCsv } from './estimate-csv.ts';
import { estimateOf } from './estimate-of.ts';
import styles from './estimate.module.css';
import { EstimateResult } from './estimate-result.tsx';
import { PlanForm } from './plan-form.tsx';
import { usePlan } from './plan-fields.ts';
import { readPlan } from './read-plan.ts';

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
