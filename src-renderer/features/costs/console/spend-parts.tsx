import type { Spend } from '#shared/contract/spend.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { Note } from '#renderer/ui/note/note.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { ViewPart } from '#renderer/ui/view-frame/view-frame.tsx';
import styles from './console.module.css';
import { PatternSpendTable } from './pattern-spend-table.tsx';
import { ScreenSpendTable } from './screen-spend-table.tsx';
import { ServiceSpendTable } from './service-spend-table.tsx';
import { SpendDays } from './spend-days.tsx';
import { SpendFigures } from './spend-figures.tsx';
import type { PeriodSpend, SpendPeriod } from './spend-sums.ts';
import { periodOf, unpricedWords } from './spend-words.ts';

export interface SpendPartsProps {
  readonly spend: Spend;
  readonly shown: PeriodSpend;
  readonly period: SpendPeriod;
  readonly today: string;
  readonly book: PriceBook;
  /** Undefined: not known yet. */
  readonly refused: number | undefined;
  readonly onOpenRefused: () => void;
}

export function SpendParts(props: SpendPartsProps) {
  const { spend, shown, period, today, book, refused, onOpenRefused } = props;
  const missing = unpricedWords(shown.cost);
  return (
    <>
      <SpendFigures spend={spend} today={today} book={book} refused={refused} onOpenRefused={onOpenRefused} />
      {missing === '' ? null : (
        <Note flat tone="warn">
          {missing}
        </Note>
      )}
      {period === 'month' && !spend.month.isWhole ? (
        <Note flat tone="warn">
          A day of this month could not be read from disk, so it was at least so much.
        </Note>
      ) : null}
      {shown.rows.length === 0 ? (
        <EmptyState title={`Nothing was asked of a service ${periodOf[period].replace('of ', '')}`} />
      ) : (
        <div className={styles.columns}>
          <ViewPart
            title="By access pattern"
            hint={period === 'today' ? 'of a day only services are kept' : 'the dearest first'}
          >
            <PatternSpendTable lines={shown.byPattern} cost={shown.cost} />
          </ViewPart>
          <div className={styles.side}>
            <ViewPart title="By service">
              <ServiceSpendTable lines={shown.byService} />
            </ViewPart>
            {shown.byScreen === null ? null : (
              <ViewPart title="By screen">
                <ScreenSpendTable lines={shown.byScreen} />
              </ViewPart>
            )}
          </div>
        </div>
      )}
      <SpendDays days={spend.days} today={today} book={book} />
    </>
  );
}
