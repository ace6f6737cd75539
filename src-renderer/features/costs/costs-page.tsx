import { usePageFocusKept } from '#renderer/ui/focus.ts';
import { ViewReceipts } from '#renderer/ui/view-receipts.tsx';
import type { CostsAddress, GoCosts } from './address.ts';
import { CostsFrame, useViewCommands } from './costs-frame.tsx';
import { EstimateView } from './estimate/estimate-view.tsx';
import { PatternsView } from './patterns/patterns-view.tsx';
import { BillView } from './bill/bill-view.tsx';
import type { DocumentHref } from './month/evidence-drawer.tsx';
import { MonthView } from './month/month-view.tsx';
import { SpendView } from './spend/spend-view.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { useWatch } from '#renderer/contract/use-operation.ts';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { ErrorState } from '#renderer/ui/states.tsx';
import { ViewFrame } from '#renderer/ui/view-frame.tsx';
import { sumOfSpend } from '#shared/pricing/request-costs.ts';
import { BookPricesButton } from './book/book-prices.tsx';
import { usePriceBook } from './book/use-price-book.tsx';
import { CsvButton } from './csv-button.tsx';
import { SpendParts, type SpendPartsProps } from './console/console-parts.tsx';
import {
  periodOf,
  sumPeriod,
  periodNames,
  toSpendCsv,
  spendPeriods,
  type SpendPeriod,
} from './console/console-sums.ts';
import { messages } from './messages.ts';

interface CostsPageProps {
  readonly address: CostsAddress;
  readonly go: GoCosts;
  readonly onOpenBatch: (tenantId: string, batchId: string) => void;
  /** Returns the address of a run of a document, which another page shows. */
  readonly documentHref: DocumentHref;
  /** Opens the refused questions, which another page lists. */
  readonly onOpenRefused: () => void;
}

/** Shows the cost of documents, of access patterns, of the console itself, and of a planned batch. */
export function CostsPage(props: CostsPageProps) {
  usePageFocusKept();
  useViewCommands(props.address.view, props.go);
  return (
    <ViewReceipts key={props.address.view}>
      <ViewOfCosts {...props} />
    </ViewReceipts>
  );
}

function ViewOfCosts({ address, go, onOpenBatch, documentHref, onOpenRefused }: CostsPageProps) {
  if (address.view === 'spend') return <SpendView address={address} go={go} onOpenBatch={onOpenBatch} />;
  if (address.view === 'month') {
    return <MonthView address={address} go={go} documentHref={documentHref} />;
  }
  return (
    <CostsFrame address={address} go={go}>
      {address.view === 'bill' ? (
        <BillView />
      ) : address.view === 'patterns' ? (
        <PatternsView address={address} go={go} />
      ) : address.view === 'console' ? (
        <ConsoleView onOpenRefused={onOpenRefused} />
      ) : (
        <EstimateView />
      )}
    </CostsFrame>
  );
}

interface ConsoleViewProps {
  /** Opens the refused questions, which the Explorer lists. */
  readonly onOpenRefused: () => void;
}

/** Shows how much the console itself has spent on reading and polling. */
function ConsoleView({ onOpenRefused }: ConsoleViewProps) {
  const { value: spend, failure } = useWatch('spend.watch', {});
  const refusals = useQuery(operationOptions('explorer.refusals', {})).data?.value.refusals;
  const now = useNow(60_000);
  if (spend !== undefined) {
    return (
      <ConsoleSpend
        spend={spend}
        today={new Date(now).toISOString().slice(0, 10)}
        refused={refusals?.reduce((sum, { times }) => sum + times, 0)}
        onOpenRefused={onOpenRefused}
      />
    );
  }
  return failure === undefined ? (
    <SkeletonRows rows={8} label={messages.console.adding} />
  ) : (
    <ErrorState
      title={messages.console.unknown}
      happened={failure.message}
      notDone={messages.console.countingContinues}
      next={messages.console.openAgain}
      reference={failure.reference}
    />
  );
}

type ConsoleSpendProps = Pick<SpendPartsProps, 'spend' | 'today' | 'refused' | 'onOpenRefused'>;

function ConsoleSpend(props: ConsoleSpendProps) {
  const { spend, today } = props;
  const { book } = usePriceBook();
  const [period, keep] = useKept<SpendPeriod>(periodKey, 'session');
  const shown = useMemo(() => sumPeriod(spend, period, today, book), [spend, period, today, book]);
  return (
    <ViewFrame
      low
      title={messages.console.title}
      sub={messages.console.source}
      actions={
        <>
          <Segmented
            label="Period"
            size="sm"
            value={period}
            onChange={(next) => keep(() => next)}
            options={spendPeriods.map((value) => ({ value, label: periodNames[value] }))}
          />
          <CsvButton
            name={`sluice-this-console-${period}`}
            csv={() => toSpendCsv(period, shown, book)}
            disabled={shown.rows.length === 0}
          />
          <BookPricesButton figureOf={(by) => sumOfSpend(shown.rows, by).usd} figureName={periodOf[period]} />
        </>
      }
    >
      <SpendParts {...props} shown={shown} period={period} book={book} />
    </ViewFrame>
  );
}

const periodKey = ['costs.console'];
