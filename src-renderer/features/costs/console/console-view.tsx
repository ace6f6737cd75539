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
import { BookPricesButton } from '../book/book-prices.tsx';
import { usePriceBook } from '../book/use-price-book.tsx';
import { CsvButton } from '../csv-button.tsx';
import { SpendParts, type SpendPartsProps } from './console-parts.tsx';
import {
  periodOf,
  sumPeriod,
  periodNames,
  toSpendCsv,
  spendPeriods,
  type SpendPeriod,
} from './console-sums.ts';
import { messages } from '../messages.ts';

interface ConsoleViewProps {
  /** Opens the refused questions, which the Explorer lists. */
  readonly onOpenRefused: () => void;
}

/** Shows how much the console itself has spent on reading and polling. */
export function ConsoleView({ onOpenRefused }: ConsoleViewProps) {
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
