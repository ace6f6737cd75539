import { grouped } from '#shared/domain/grouped-number.ts';
import { moneyText } from '#shared/pricing/money-text.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { useWatch } from '#renderer/contract/use-watch.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { ViewPart } from '#renderer/ui/view-frame/view-frame.tsx';
import styles from './estimate.module.css';
import type { PlanEstimate } from './estimate-of.ts';
import { meteredMean } from './metered-mean.ts';
import type { MeteredMean } from './metered-mean.ts';
import type { PlanHandle } from './plan-fields.ts';
import { againstWords, count } from './plan-words.ts';

export interface MeteredPartProps {
  readonly estimate: PlanEstimate | null;
  readonly handle: PlanHandle;
  readonly book: PriceBook;
}

/** What documents really consumed of late, beside the estimate; asked for, since it lists batches. */
export function MeteredPart(props: MeteredPartProps) {
  const [asked, ask] = useKept(['costs.plan.metered'], false);
  return (
    <ViewPart title="Against what was metered" hint="of the last 30 days" padded>
      {asked ? (
        <Metered {...props} />
      ) : (
        <div className={styles.metered}>
          <p>
            Lists the batches of 30 days, which costs a few read units. No document is read for it: only what
            was metered before counts.
          </p>
          <Button size="sm" onClick={() => ask(() => true)}>
            Compare
          </Button>
        </div>
      )}
    </ViewPart>
  );
}

function Metered({ estimate, handle, book }: MeteredPartProps) {
  const { value: costs, failure } = useWatch('costs.watch', { tenantId: null, days: 30, budget: 0 });
  if (costs === undefined) {
    return (
      <output className={styles.words}>
        {failure === undefined
          ? 'Listing batches.'
          : `What was metered is unknown: ${failure.message} The estimate stands by itself.`}
      </output>
    );
  }
  const mean = meteredMean(costs.cells, book);
  if (mean === null) {
    return (
      <output className={styles.words}>
        {costs.state === 'listing'
          ? 'Listing batches.'
          : 'No document of these days was metered yet. Spend meters them; then there is something to compare with.'}
      </output>
    );
  }
  return <Compared mean={mean} estimate={estimate} handle={handle} />;
}

interface ComparedProps extends Pick<MeteredPartProps, 'estimate' | 'handle'> {
  readonly mean: MeteredMean;
}

function Compared({ mean, estimate, handle }: ComparedProps) {
  const { fields, type } = handle;
  const pages = mean.usage.textract?.pages ?? null;
  return (
    <div className={styles.metered}>
      <p>
        <b>
          {count(mean.n, 'metered document')} cost {mean.isWhole ? '' : 'at least '}
          {moneyText(mean.each)} each
        </b>{' '}
        by the same book
        {pages === null ? '' : `, with ${grouped(pages)} pages on average`}
        {estimate === null ? '.' : `; ${againstWords(estimate.each, mean.each)}`}
      </p>
      <Button
        size="sm"
        onClick={() =>
          type(
            fields.like === null
              ? {
                  like: { usage: mean.usage, n: mean.n },
                  pages: pages === null ? fields.pages : String(pages),
                }
              : { like: null },
          )
        }
      >
        {fields.like === null ? 'Estimate with these figures' : 'Estimate with planning figures'}
      </Button>
    </div>
  );
}
