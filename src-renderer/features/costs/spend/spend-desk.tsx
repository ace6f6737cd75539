import { useMemo } from 'react';
import { toldFailure } from '#renderer/contract/told-failure.ts';
import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { ErrorState } from '#renderer/ui/states/error-state.tsx';
import { ToldState } from '#renderer/ui/states/told-state.tsx';
import { usePriceBook } from '../book/use-price-book.ts';
import { CostsFrame } from '../costs-frame.tsx';
import { ExportMenu } from '../export/export-menu.tsx';
import { MeterBar } from './meter-bar.tsx';
import { meterReceiptOf } from './meter-receipt.ts';
import { SpendLayout } from './spend-layout.tsx';
import type { SpendViewProps } from './spend-view-props.ts';
import { spanWords } from './sums/days.ts';
import { spendingOf } from './sums/groups.ts';
import { isUnlisted, useCosts } from './use-costs.ts';

export function SpendDesk(props: SpendViewProps & { readonly onReadAgain: () => void }) {
  const { address, go, onOpenBatch, onReadAgain } = props;
  const { book } = usePriceBook();
  const { costs, failure, meterRest, stop } = useCosts(address);
  const spending = useMemo(
    () => (costs === undefined || isUnlisted(costs) ? undefined : spendingOf(costs, book)),
    [costs, book],
  );
  useShowReceipt('costs', costs === undefined ? undefined : meterReceiptOf(costs));
  const why = costs !== undefined && costs.state === 'failed' && isUnlisted(costs) ? costs.trouble : null;
  const isReading = costs?.state === 'listing' || costs?.state === 'metering';
  return (
    <CostsFrame
      address={address}
      go={go}
      span={costs === undefined ? undefined : spanWords(costs.from, costs.to)}
      onRefresh={onReadAgain}
      refreshing={isReading && failure === undefined}
      actions={
        <Segmented
          label="Days"
          value={String(address.days)}
          onChange={(days) => go({ days: days === '1' ? 1 : days === '7' ? 7 : 30, day: null })}
          options={dayOptions}
        />
      }
      tools={
        costs === undefined || why !== null ? undefined : (
          <>
            <MeterBar costs={costs} book={book} onMeterRest={meterRest} onStop={stop} />
            {spending === undefined ? null : (
              <ExportMenu costs={costs} spending={spending} book={book} address={address} />
            )}
          </>
        )
      }
    >
      {costs === undefined && failure !== undefined ? (
        <ToldState
          told={toldFailure(failure, {
            title: notRead,
            outOfScope: 'Choose one of yours in the top bar.',
          })}
          notDone={notDone}
          onRetry={onReadAgain}
        />
      ) : why !== null ? (
        <ErrorState
          title={notRead}
          happened={why}
          notDone={notDone}
          next="Try again, or choose another tenant in the top bar."
          onRetry={onReadAgain}
        />
      ) : (
        <SpendLayout
          address={address}
          go={go}
          costs={costs}
          spending={spending}
          book={book}
          trouble={failure?.message ?? costs?.trouble ?? null}
          onReadAgain={onReadAgain}
          onOpenBatch={onOpenBatch}
        />
      )}
    </CostsFrame>
  );
}

const notRead = 'The costs were not read';
const notDone = 'No batch was listed and nothing was metered. What was metered before is kept.';

const dayOptions = [
  { value: '1', label: 'Today' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const;
