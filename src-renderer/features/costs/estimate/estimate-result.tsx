import { useKept } from '#renderer/contract/use-kept.ts';
import { useWatch } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Figure, FigureStrip } from '#renderer/ui/figure.tsx';
import { Note } from '#renderer/ui/note.tsx';
import plain from '#renderer/ui/plain-table.module.css';
import { ViewPart } from '#renderer/ui/view-frame.tsx';
import { formatRoughDuration } from '#shared/domain/pipeline-limits.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { moneyText, type MoneyStyle } from '#shared/pricing/decimal.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import type { StorageCost } from '#shared/pricing/infrastructure-cost.ts';
import {
  makeEndColumn,
  makeFigureColumn,
  MoneyTable,
  NoShare,
  PricedCell,
  makeShareColumn,
  type MoneyColumn,
} from '../money-table.tsx';
import styles from '../costs.module.css';
import {
  compareWithMetered,
  count,
  describePart,
  findMeteredMean,
  partTitles,
  describeTime,
  type EstimatePart,
  type MeteredMean,
  type PlanEstimate,
} from './estimate.ts';
import type { PlanHandle, TypedPlan } from './plan.ts';
import { messages } from '../messages.ts';

interface EstimateResultProps {
  /** Null while one of the typed values cannot be parsed. */
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
          {messages.plan.unreadable}
        </Note>
      ) : (
        <>
          <ViewPart
            title={messages.plan.costByPart}
            hint={
              like === null
                ? messages.plan.planningTokens
                : `tokens from ${count(like.n, 'metered document')}`
            }
          >
            <EstimateParts plan={plan} estimate={estimate} />
          </ViewPart>
          <ViewPart title={messages.plan.storage} hint={messages.plan.storageNote}>
            <StorageTable storage={estimate.storage} />
          </ViewPart>
        </>
      )}
      <MeteredPart estimate={estimate} handle={handle} book={book} />
      <p className={styles.assumed}>{messages.plan.assumed}</p>
    </div>
  );
}

function ResultFigures({ plan, estimate }: Pick<EstimateResultProps, 'plan' | 'estimate'>) {
  if (plan === null || estimate === null) {
    return (
      <FigureStrip label="Estimate">
        {['Cost', 'A document', 'Time', 'Reviews'].map((label) => (
          <Figure key={label} label={label} value="–" sub={messages.plan.notEstimated} />
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
        sub={isWhole ? `for ${count(plan.documents, 'document')}` : messages.plan.noBookPrice}
      />
      <Figure label="A document" value={`${atLeast}${moneyText(each)}`} sub={messages.plan.withStorage} />
      <Figure label="Time" value={formatRoughDuration(seconds)} sub={describeTime(plan, estimate)} />
      <Figure
        label="Reviews"
        value={reviews === null ? 'unknown' : grouped(reviews)}
        sub={
          reviews === null
            ? messages.plan.noShare
            : `${grouped(Number(((plan.reviewShare ?? 0) * 100).toFixed(4)))} %, your assumption`
        }
      />
    </FigureStrip>
  );
}

interface EstimatePartsProps {
  readonly plan: TypedPlan;
  readonly estimate: PlanEstimate;
}

function EstimateParts({ plan, estimate }: EstimatePartsProps) {
  const { parts, total, isWhole } = estimate;
  const money = { places: Number(total) < 10 ? 4 : 2, tiny: 'sign' } as const;
  return (
    <MoneyTable
      label={messages.plan.costByPart}
      lines={parts}
      keyOf={({ part }) => part}
      name={{ title: 'Part', text: ({ part }) => partTitles[part] }}
      columns={[...makePartColumns(plan, estimate, money), makeShareColumn(parts, total)]}
      sum={
        <>
          <td className={plain.end} title={`$${total}`}>
            {isWhole ? '' : 'at least '}
            {moneyText(total, money)}
          </td>
          <NoShare />
        </>
      }
    />
  );
}

function makePartColumns(
  plan: TypedPlan,
  estimate: PlanEstimate,
  money: MoneyStyle,
): readonly MoneyColumn<EstimatePart>[] {
  return [
    {
      title: 'For',
      cell: ({ part }) => <td className={plain.quiet}>{describePart(part, plan, estimate)}</td>,
    },
    makeEndColumn('Cost', ({ usd }) => <PricedCell usd={usd} style={money} />),
  ];
}

function StorageTable({ storage }: { readonly storage: StorageCost }) {
  const { phases, puts, requestsUsd, usd } = storage;
  const lines: readonly StorageLine[] = [
    ...phases.map((phase) => ({
      name: classes[phase.storage],
      amount: count(phase.days, 'day'),
      usd: phase.usd,
    })),
    { name: messages.plan.uploading, amount: count(puts, 'request'), usd: requestsUsd },
  ];
  return (
    <MoneyTable
      label={messages.plan.storage}
      lines={lines}
      keyOf={({ name }) => name}
      name={{ title: 'Where', text: ({ name }) => name }}
      columns={storageColumns}
      sum={<PricedCell usd={usd} style={style} />}
    />
  );
}

const style = { places: 4, tiny: 'digits' } as const;

interface StorageLine {
  readonly name: string;
  readonly amount: string;
  readonly usd: string | null;
}

const storageColumns: readonly MoneyColumn<StorageLine>[] = [
  makeFigureColumn('For', ({ amount }) => amount),
  makeEndColumn('Cost', ({ usd }) => <PricedCell usd={usd} style={style} />),
];

const classes: Readonly<Record<StorageCost['phases'][number]['storage'], string>> = {
  's3.standard': 'S3 Standard',
  's3.glacierFlexible': 'S3 Glacier Flexible Retrieval',
  's3.glacierDeepArchive': 'S3 Glacier Deep Archive',
  's3.glacierInstant': 'S3 Glacier Instant Retrieval',
};

interface MeteredPartProps {
  readonly estimate: PlanEstimate | null;
  readonly handle: PlanHandle;
  readonly book: PriceBook;
}

/** Compares the estimate with recent metered documents. It runs on request only, because it lists batches. */
function MeteredPart(props: MeteredPartProps) {
  const [asked, ask] = useKept(['costs.plan.metered'], false);
  return (
    <ViewPart title={messages.plan.metered} hint={messages.plan.lastDays} padded>
      {asked ? (
        <Metered {...props} />
      ) : (
        <div className={styles.between}>
          <p>{messages.plan.compareNote}</p>
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
          ? messages.plan.listing
          : `Metered costs unknown: ${failure.message} The estimate is not affected.`}
      </output>
    );
  }
  const mean = findMeteredMean(costs.cells, book);
  if (mean === null) {
    return (
      <output className={styles.words}>
        {costs.state === 'listing' ? messages.plan.listing : messages.plan.noMetered}
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
    <div className={styles.between}>
      <p>
        <b>
          {count(mean.n, 'metered document')} cost {mean.isWhole ? '' : 'at least '}
          {moneyText(mean.each)} each
        </b>{' '}
        {messages.plan.sameBook}
        {pages === null ? '' : `, with ${grouped(pages)} pages on average`}
        {estimate === null ? '.' : `; ${compareWithMetered(estimate.each, mean.each)}`}
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
        {fields.like === null ? messages.plan.theseFigures : messages.plan.planningFigures}
      </Button>
    </div>
  );
}
