import { durationWords } from '#shared/domain/batch-eta.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { moneyText } from '#shared/pricing/money-text.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { Figure, FigureStrip } from '#renderer/ui/figure/figure.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import { ViewPart } from '#renderer/ui/view-frame/view-frame.tsx';
import styles from './estimate.module.css';
import type { PlanEstimate } from './estimate-of.ts';
import { EstimateParts } from './estimate-parts.tsx';
import { MeteredPart } from './metered-part.tsx';
import type { PlanHandle } from './plan-fields.ts';
import { count, timeWords } from './plan-words.ts';
import type { TypedPlan } from './read-plan.ts';
import { StorageTable } from './storage-table.tsx';

export interface EstimateResultProps {
  /** Null while something that was typed cannot be read. */
  readonly plan: TypedPlan | null;
  readonly estimate: PlanEstimate | null;
  readonly handle: PlanHandle;
  readonly book: PriceBook;
}

export function EstimateResult({ plan, estimate, handle, book }: EstimateResultProps) {
  const like = handle.fields.like;
  return (
    <div className={styles.result}>
      <ResultFigures plan={plan} estimate={estimate} />
      {plan === null || estimate === null ? (
        <Note flat tone="warn" live>
          Nothing is estimated: a field cannot be read.
        </Note>
      ) : (
        <>
          <ViewPart
            title="Cost by part"
            hint={
              like === null
                ? 'tokens by planning figures'
                : `tokens as ${count(like.n, 'metered document')} took them`
            }
          >
            <EstimateParts plan={plan} estimate={estimate} />
          </ViewPart>
          <ViewPart title="Storage over six months" hint="Glacier after 3 days, deleted after 180">
            <StorageTable storage={estimate.storage} />
          </ViewPart>
        </>
      )}
      <MeteredPart estimate={estimate} handle={handle} book={book} />
      <p className={styles.assumed}>
        Assumed: each document runs once and reaches every stage, a page more brings more tokens to read, a
        round waits for its slowest document, and a month has 30 days. No free tier and no cheaper tier is
        taken off. An estimate, and never a bill.
      </p>
    </div>
  );
}

function ResultFigures({ plan, estimate }: Pick<EstimateResultProps, 'plan' | 'estimate'>) {
  if (plan === null || estimate === null) {
    return (
      <FigureStrip label="Estimate">
        {['Cost', 'A document', 'Time', 'Reviews'].map((label) => (
          <Figure key={label} label={label} value="–" sub="not estimated" />
        ))}
      </FigureStrip>
    );
  }
  const { total, each, isWhole, seconds, reviews } = estimate;
  const atLeast = isWhole ? '' : 'at least ';
  return (
    <FigureStrip label="Estimate">
      <Figure
        label="Cost"
        value={`${atLeast}${moneyText(total)}`}
        sub={isWhole ? `for ${count(plan.documents, 'document')}` : 'something has no price in this book'}
      />
      <Figure label="A document" value={`${atLeast}${moneyText(each)}`} sub="with its storage" />
      <Figure label="Time" value={durationWords(seconds)} sub={timeWords(plan, estimate)} />
      <Figure
        label="Reviews"
        value={reviews === null ? 'unknown' : grouped(reviews)}
        sub={
          reviews === null
            ? 'no share was given'
            : `${grouped(Number(((plan.reviewShare ?? 0) * 100).toFixed(4)))} %, your assumption`
        }
      />
    </FigureStrip>
  );
}
