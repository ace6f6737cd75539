import { Figure, FigureStrip } from '#renderer/ui/figure.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import plain from '#renderer/ui/plain-table.module.css';
import { EmptyState } from '#renderer/ui/states.tsx';
import { ViewPart } from '#renderer/ui/view-frame.tsx';
import { grouped } from '#shared/domain/formatting.ts';
import type { CapacityComparison } from '#shared/pricing/capacity-comparison.ts';
import { daysPerMonth, type CostTable } from '#shared/pricing/cost-table.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { PriceStanding, UnconfirmedMark } from '../book/book-prices.tsx';
import { isUnconfirmed } from '../book/confirmed-prices.ts';
import { describeValidity, priceText, describeSource, tileMoney } from '../book/price-messages.ts';
import type { Assumptions, CostChoicesHandle } from './cost-choices.ts';
import {
  describeCheaper,
  describeCrossover,
  largeText,
  percentText,
  unknownWrites,
} from './cost-messages.ts';
import styles from './cost-parts.module.css';
import { CostTablePart } from './cost-table-part.tsx';
import type { SystemCosts } from './use-system-costs.ts';

export function SystemCostParts({ costs }: { readonly costs: SystemCosts }) {
  const { system, table, comparison, books } = costs;
  return (
    <>
      <BasisLine book={books.book} measured={costs.measured} />
      {table.rows.length === 0 ? (
        <EmptyState title={`${system.name} declares no questions and no writes`} />
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
    <FigureStrip label="Costs together">
      <Figure
        label="A day, on demand"
        value={tileMoney(table.usdPerDay)}
        sub={`${grouped(table.callsPerDay)} calls`}
      />
      <Figure
        label="A month, on demand"
        value={tileMoney(table.usdPerMonth)}
        sub={`${String(daysPerMonth)} such days`}
      />
      <Figure
        label="A month, provisioned"
        value={comparison === null ? '–' : tileMoney(comparison.provisionedUsdPerMonth)}
        sub={
          comparison === null
            ? 'not compared'
            : `${grouped(comparison.read.provisioned)} read, ${grouped(comparison.write.provisioned)} write units kept`
        }
      />
      <Figure
        label="Cheaper"
        value={comparison === null ? '–' : cheaper[comparison.cheaper]}
        sub={comparison === null ? 'not compared' : crossover(comparison.crossoverRequestsPerMonth)}
      />
    </FigureStrip>
  );
}

const cheaper = { 'on-demand': 'On demand', provisioned: 'Provisioned', equal: 'Equal' } as const;

function crossover(requests: number | null): string {
  return requests === null ? 'at any number of requests' : `crossover about ${largeText(requests)} a month`;
}

interface BasisLineProps {
  readonly book: PriceBook;
  /** How many questions have their units from this session's receipts. */
  readonly measured: number;
}

/** What the figures below rest on. */
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
      {unitsFrom(measured)} What you change here stays in this window.
    </p>
  );
}

function unitsFrom(measured: number): string {
  if (measured === 0) return 'Calls and units are declared, not metered.';
  const questions = measured === 1 ? 'one question' : `${String(measured)} questions`;
  return `Calls are declared; the units of ${questions}, in bold, are those of this session's receipts.`;
}

interface CapacityPartProps {
  readonly table: CostTable;
  readonly comparison: CapacityComparison | null;
  readonly assumptions: Assumptions;
  readonly handle: CostChoicesHandle;
}

/** Both ways to pay, with what is assumed about a day's peak. */
function CapacityPart({ table, comparison, assumptions, handle }: CapacityPartProps) {
  const { choices, choose } = handle;
  return (
    <ViewPart title="On demand against provisioned" padded>
      <div className={styles.capacity}>
        <TextField
          label="Peak against the mean"
          inputMode="decimal"
          end="times"
          value={choices.peakToMean}
          error={assumptions.ok ? undefined : assumptions.peakProblem}
          onChange={(event) => choose({ peakToMean: event.currentTarget.value })}
        />
        <TextField
          label="Use at the peak"
          inputMode="decimal"
          end="%"
          value={choices.utilisation}
          error={assumptions.ok ? undefined : assumptions.utilisationProblem}
          onChange={(event) => choose({ utilisation: event.currentTarget.value })}
        />
        <div className={styles.words} aria-live="polite">
          {comparison === null ? (
            <p>
              {assumptions.ok ? 'Nothing is estimated, so there is nothing to compare.' : 'Not compared.'}
            </p>
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
                They cost the same when capacity is {percentText(comparison.breakEvenUtilisation)} full on
                average; at this peak it is {percentText(comparison.meanUtilisation)}, before units are
                rounded up to whole ones.
              </p>
            </>
          )}
        </div>
      </div>
      <p className={styles.assumed}>
        Assumed: capacity is sized for the peak and paid for every hour of {daysPerMonth} days; the{' '}
        {grouped(table.capacities)} tables and indexes share one pool and keep at least one unit each.{' '}
        {unknownWrites(table.rows)}
      </p>
    </ViewPart>
  );
}

function describeNeed(what: string, { meanPerSecond, provisioned }: CapacityComparison['read']): string {
  const mean = grouped(Number(meanPerSecond.toPrecision(2)));
  return `${mean} units of ${what} a second on average, ${grouped(provisioned)} kept`;
}

/** The prices that the page's figures are made of, and how well each is known. */
function PricesPart({ book }: { readonly book: PriceBook }) {
  return (
    <ViewPart title="Prices in use" hint={`${book.name}, ${book.region}`}>
      <table className={plain.table} aria-label="Prices in use">
        <thead>
          <tr>
            <th scope="col">Price</th>
            <th scope="col">Source</th>
            <th scope="col">Known</th>
          </tr>
        </thead>
        <tbody>
          {used.flatMap((name) => {
            const price = book.prices[name];
            if (price === undefined) return [];
            return [
              <tr key={name}>
                <th scope="row">{priceText(price)}</th>
                <td className={styles.source}>
                  {describeSource(price)}
                  {price.note === undefined ? '' : `. ${price.note}`}
                </td>
                <td>
                  <PriceStanding price={price} />
                </td>
              </tr>,
            ];
          })}
        </tbody>
      </table>
    </ViewPart>
  );
}

const used = ['dynamodb.read', 'dynamodb.write', 'dynamodb.readCapacity', 'dynamodb.writeCapacity'] as const;
