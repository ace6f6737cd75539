import { reachOfDay, utcDayOf } from '#shared/domain/downloads/days.ts';
import { useReceiptTitles } from '#renderer/contract/use-receipt-titles.ts';
import { View } from '#renderer/ui/pane/view.tsx';
import { ReceiptsOfView, useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import type { PaneProps } from './acting/pane-props.ts';
import { useFollowJobs } from './acting/use-follow-jobs.ts';
import { useReadShown } from './acting/use-read-shown.ts';
import { DayDesk } from './day/day-desk.tsx';
import { DayOutOfReach } from './day/day-out-of-reach.tsx';
import { DownloadsTop } from './downloads-top.tsx';
import { StandingPane } from './standing/standing-pane.tsx';
import { useDay } from './strip/use-days.ts';
import { usePipelineNow } from './strip/use-pipeline-now.ts';
import { useStrip } from './strip/use-strip.ts';
import { useDeskKeys } from './use-desk-keys.ts';
import { useWhere } from './use-where.ts';

type DownloadsDeskProps = Pick<PaneProps, 'address' | 'go' | 'person' | 'onExplore'>;

/** The days above; below them the chosen one, or the files that do not move on any. */
export function DownloadsDesk(props: DownloadsDeskProps) {
  const { address, go } = props;
  const { standing } = address;
  const now = usePipelineNow();
  const today = utcDayOf(now);
  const titleOf = useReceiptTitles();
  const { day, batchId, isFinding } = useWhere(address, today);
  const reading = useDay(day, today);
  const isChosenRead = reading.read !== undefined || reading.failure !== undefined;
  const reach = reachOfDay(day, today);
  const isThere = reach === 'files and batches' || reach === 'batches alone';
  const strip = useStrip({ address, go, today, chosen: day, isChosenRead: isChosenRead || !isThere });
  const shown = useReadShown(standing === null ? day : null);
  useFollowJobs(day);
  useShowReceipt('day', standing === null ? reading.receipt : undefined);
  useDeskKeys({ address, go, strip, readAgain: shown.readAgain });

  const parts = { ...props, now, today };
  return (
    <View
      head={<DownloadsTop {...parts} strip={strip} />}
      foot={<ReceiptsOfView titleOf={titleOf} onRefresh={shown.readAgain} refreshing={shown.reading} />}
    >
      {standing === null ? (
        isThere ? (
          <DayDesk
            {...parts}
            day={day}
            batchId={isFinding ? null : batchId}
            // Until its day is known, no batch of another is opened, nor its files read.
            reading={
              isFinding ? { ...reading, read: undefined, failure: undefined, isReading: true } : reading
            }
          />
        ) : (
          <DayOutOfReach day={day} today={today} onToday={strip.goToday} />
        )
      ) : (
        <StandingPane key={standing} {...parts} kind={standing} />
      )}
    </View>
  );
}
