import { Figure, FigureStrip } from '#renderer/ui/figure.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { ViewPart } from '#renderer/ui/view-frame.tsx';
import { grouped } from '#shared/domain/formatting.ts';
import type { CapacityComparison } from '#shared/pricing/capacity-comparison.ts';
import { daysPerMonth, type CostTable } from '#shared/pricing/cost-table.ts';
import type { Price, PriceBook } from '#shared/pricing/price-book.ts';
import { PriceStanding, UnconfirmedMark } from '../book/book-prices.tsx';
import { isUnconfirmed } from '../book/confirmed-prices.ts';
import { describeValidity, formatPrice, describeSource, formatTileMoney } from '../book/price-messages.ts';
import type { Assumptions, CostChoicesHandle } from './cost-choices.ts';
import {
  describeCheaper,
  describeCrossover,
  formatLarge,
  formatPercent,
  describeUnknownWrites,
} from './cost-messages.ts';
import styles from './patterns.module.css';
import { CostTablePart } from './cost-table-part.tsx';
import type { SystemCosts } from './use-system-costs.ts';
import { messages } from '../messages.ts';
import { MoneyTable, type MoneyColumn } from '../money-table.tsx';

export function SystemCostParts({ costs }: { readonly costs: SystemCosts }) {
  const { system, table, comparison, books } = costs;
  return (
    <>
      <BasisLine book={books.book} measured={costs.measured} />
      {table.rows.length === 0 ? (
        <EmptyState title={`${system.name} declares no questions and no writes`}>
          {messages.patterns.declareNext}
        </EmptyState>
      ) : (
        <>
          <CostFigures table={table} comparison={comparison} />
          <CostTablePart costs={costs} />
          <CapacityPart
            table={table}
            comparison={comparison}
            assumptions={costs.assumptions}
            handle={costs.handle}
          />
          <PricesPart book={books.book} />
        </>
      )}
    </>
  );
}

interface CostFiguresProps {
  readonly table: CostTable;
  readonly comparison: CapacityComparison | null;
}

function CostFigures({ table, comparison }: CostFiguresProps) {
  return (
    <FigureStrip label={messages.patterns.together}>
      <Figure
        label={messages.patterns.day}
        value={formatTileMoney(table.usdPerDay)}
        sub={`${grouped(table.callsPerDay)} calls`}
      />
      <Figure
        label={messages.patterns.month}
        value={formatTileMoney(table.usdPerMonth)}
        sub={`${String(daysPerMonth)} such days`}
      />
      <Figure
        label={messages.patterns.provisioned}
        value={comparison === null ? '–' : formatTileMoney(comparison.provisionedUsdPerMonth)}
        sub={
          comparison === null
            ? messages.patterns.notCompared
            : `${grouped(comparison.read.provisioned)} read, ${grouped(comparison.write.provisioned)} write units provisioned`
        }
      />
      <Figure
        label="Cheaper"
        value={comparison === null ? '–' : cheaper[comparison.cheaper]}
        sub={
          comparison === null
            ? messages.patterns.notCompared
            : formatCrossover(comparison.crossoverRequestsPerMonth)
        }
      />
    </FigureStrip>
  );
}

const cheaper = { 'on-demand': 'On demand', provisioned: 'Provisioned', equal: 'Equal' } as const;

function formatCrossover(requests: number | null): string {
  return requests === null
    ? messages.patterns.atAnyNumber
    : `crossover about ${formatLarge(requests)} a month`;
}

interface BasisLineProps {
  readonly book: PriceBook;
  /** How many questions take their units from this session's receipts. */
  readonly measured: number;
}

/** Names the price book and the measurements behind the figures below. */
function BasisLine({ book, measured }: BasisLineProps) {
  return (
    <p className={styles.basis}>
      Estimate, by price book <b>{book.name}</b>, {describeValidity(book)}
      {isUnconfirmed(book, ['dynamodb.read', 'dynamodb.write']) ? (
        <>
          {' '}
          <UnconfirmedMark />{' '}
        </>
      ) : (
        '. '
      )}
      {describeUnitsFrom(measured)} {messages.patterns.stays}
    </p>
  );
}

function describeUnitsFrom(measured: number): string {
  if (measured === 0) return messages.patterns.declared;
  const questions = measured === 1 ? 'one question' : `${String(measured)} questions`;
  return `Calls are declared; the units of ${questions}, in bold, are those of this session's receipts.`;
}

interface CapacityPartProps {
  readonly table: CostTable;
  readonly comparison: CapacityComparison | null;
  readonly assumptions: Assumptions;
  readonly handle: CostChoicesHandle;
}

/** Compares on-demand and provisioned capacity, with the assumptions about a day's peak. */
function CapacityPart({ table, comparison, assumptions, handle }: CapacityPartProps) {
  const { choices, choose } = handle;
  return (
    <ViewPart title={messages.patterns.comparison} padded>
      <div className={styles.capacity}>
        <TextField
          label={messages.patterns.peak}
          inputMode="decimal"
          end="times"
          value={choices.peakToMean}
          error={assumptions.ok ? undefined : assumptions.peakProblem}
          onChange={(event) => choose({ peakToMean: event.currentTarget.value })}
        />
        <TextField
          label={messages.patterns.peakUse}
          inputMode="decimal"
          end="%"
          value={choices.utilisation}
          error={assumptions.ok ? undefined : assumptions.utilisationProblem}
          onChange={(event) => choose({ utilisation: event.currentTarget.value })}
        />
        <div className={styles.words} aria-live="polite">
          {comparison === null ? (
            <p>{assumptions.ok ? messages.patterns.nothingToCompare : 'Not compared.'}</p>
          ) : (
            <>
              <p>
                <b>{describeCheaper(comparison)}</b>
              </p>
              <p>{describeCrossover(comparison)}</p>
              <p>
                {describeNeed('reads', comparison.read)}; {describeNeed('writes', comparison.write)}.
              </p>
              <p>
                They cost the same when capacity is {formatPercent(comparison.breakEvenUtilisation)} full on
                average; at this peak it is {formatPercent(comparison.meanUtilisation)}, before units are
                rounded up to whole ones.
              </p>
            </>
          )}
        </div>
      </div>
      <p className={styles.assumed}>
        Assumed: capacity is sized for the peak and paid for every hour of {daysPerMonth} days; the{' '}
        {grouped(table.capacities)} tables and indexes share one pool and keep at least one unit each.{' '}
        {describeUnknownWrites(table.rows)}
      </p>
    </ViewPart>
  );
}

function describeNeed(what: string, { meanPerSecond, provisioned }: CapacityComparison['read']): string {
  const mean = grouped(Number(meanPerSecond.toPrecision(2)));
  return `${mean} ${what} units a second on average, ${grouped(provisioned)} provisioned`;
}

/** Lists the prices behind the figures of the page, and how well each is known. */
function PricesPart({ book }: { readonly book: PriceBook }) {
  return (
    <ViewPart title={messages.patterns.pricesInUse} hint={`${book.name}, ${book.region}`}>
      <MoneyTable
        label={messages.patterns.pricesInUse}
        lines={used.flatMap((name) => {
          const price = book.prices[name];
          return price === undefined ? [] : [{ name, price }];
        })}
        keyOf={({ name }) => name}
        name={priceName}
        columns={priceColumns}
      />
    </ViewPart>
  );
}

interface PriceLine {
  readonly name: string;
  readonly price: Price;
}

const priceName = { title: 'Price', text: ({ price }: PriceLine) => formatPrice(price) };
const priceColumns: readonly MoneyColumn<PriceLine>[] = [
  {
    title: 'Source',
    cell: ({ price }) => (
      <td className={styles.source}>
        {describeSource(price)}
        {price.note === undefined ? '' : `. ${price.note}`}
      </td>
    ),
  },
  {
    title: 'Known',
    cell: ({ price }) => (
      <td>
        <PriceStanding price={price} />
      </td>
    ),
  },
];

const used = ['dynamodb.read', 'dynamodb.write', 'dynamodb.readCapacity', 'dynamodb.writeCapacity'] as const;
