import type { Costs } from '#shared/contract/costs/costs.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { DayChart } from './day-chart.tsx';
import { FiguresStrip } from './figures-strip.tsx';
import { SpendLists } from './lists/spend-lists.tsx';
import { OneDocument } from './one-document.tsx';
import type { SpendViewProps } from './spend-view-props.ts';
import { StagePane } from './stage-pane.tsx';
import type { Spending } from './sums/groups.ts';
import { WhoSpent } from './who-spent.tsx';
import styles from './spend-layout.module.css';

export interface SpendLayoutProps extends SpendViewProps {
  readonly costs: Costs | undefined;
  /** Undefined while nothing is known. */
  readonly spending: Spending | undefined;
  readonly book: PriceBook;
  readonly trouble: string | null;
  readonly onReadAgain: () => void;
}

export function SpendLayout(props: SpendLayoutProps) {
  const { address, go, costs, spending, book, trouble, onReadAgain, onOpenBatch } = props;
  const isWhole = costs === undefined || costs.isWhole || costs.state === 'listing';
  return (
    <div className={styles.spend}>
      {trouble === null ? null : (
        <Note
          tone="warn"
          flat
          live
          action={
            <Button size="sm" icon="retry" onClick={onReadAgain}>
              Try again
            </Button>
          }
        >
          {trouble}
        </Note>
      )}
      <FiguresStrip
        spending={spending}
        book={book}
        isWhole={isWhole}
        onConsole={() => go({ view: 'console' })}
      />
      {costs === undefined || spending === undefined ? (
        <SkeletonRows rows={8} label="Listing batches" />
      ) : spending.all.batches === 0 && costs.state !== 'listing' ? (
        <EmptyState title={emptyTitle(address)}>
          <p>
            Nothing was submitted, so nothing was spent on documents. Choose more days, or another tenant.
          </p>
        </EmptyState>
      ) : (
        <>
          <div className={styles.charts}>
            <DayChart days={spending.days} onDay={(day) => go({ list: 'batches', day })} />
            <WhoSpent spending={spending} costs={costs} address={address} go={go} />
            <OneDocument spend={spending.all} />
          </div>
          <div className={styles.lower}>
            <div className={styles.list}>
              <SpendLists
                costs={costs}
                spending={spending}
                book={book}
                address={address}
                go={go}
                onOpenBatch={onOpenBatch}
              />
            </div>
            <StagePane spending={spending} book={book} missing={{ ...costs, isWhole }} />
          </div>
        </>
      )}
    </div>
  );
}

function emptyTitle({ tenant, days }: SpendViewProps['address']): string {
  const when = days === 1 ? 'today' : `in these ${String(days)} days`;
  return tenant === null ? `No batch was submitted ${when}` : `No batch of this tenant was submitted ${when}`;
}
