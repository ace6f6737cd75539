import { useQuery } from '@tanstack/react-query';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { usePersonHere, type PersonHere } from '#renderer/contract/use-person-here.ts';
import { useReceiptTitles } from '#renderer/contract/use-receipt-titles.ts';
import { Button } from '#renderer/ui/button.tsx';
import { usePageFocusKept } from '#renderer/ui/focus.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { EmptyState, NotForYouState } from '#renderer/ui/states.tsx';
import { ReceiptsOfView, useShowReceipt, ViewReceipts } from '#renderer/ui/view-receipts.tsx';
import type { StandingKind } from '#shared/contract/downloads.ts';
import { daysOfBatches, reachOfDay, formatUtcDay } from '#shared/domain/download-days.ts';
import { maySeeDownloads } from '#shared/permissions.ts';
import { parseDay, type DownloadsAddress, type GoDownloads } from './address.ts';
import { DayDesk } from './days/day-desk.tsx';
import { DaysAreUtc, DayStrip, StripSummary } from './days/day-strip.tsx';
import { formatLongDay, findOtherLocalDay } from './days/day-text.ts';
import { useDay, usePipelineNow } from './days/use-days.ts';
import { useStrip, type Strip } from './days/use-strip.ts';
import { useDeskKeys } from './downloads-keys.ts';
import styles from './downloads.module.css';
import { StandingPane, standingTitles } from './files/standing-pane.tsx';
import { useFollowJobs, useReadShown } from './follow-jobs.ts';
import { messages } from './messages.ts';

interface DownloadsPageProps {
  readonly address: DownloadsAddress;
  readonly go: GoDownloads;
  /** Opens a question about the tables of the download pipeline. */
  readonly onExplore: Explore;
  /** Switches to another persona of the sandbox. */
  readonly onActAs?: ((personaId: string) => void) | undefined;
}

/** Shows the outcome of each day's files, the stuck ones, and actions to download them again. */
export function DownloadsPage({ address, go, onExplore, onActAs }: DownloadsPageProps) {
  const person = usePersonHere(maySeeDownloads);
  usePageFocusKept();
  if (!maySeeDownloads(person.me)) {
    return (
      <View head={<ViewHead title={messages.page.title} />}>
        <NotForYouState
          {...person}
          title={messages.page.requiresAllTenants}
          needs={messages.page.unknownRoleNext}
          next={messages.page.askColleague}
          onActAs={onActAs}
        >
          {messages.page.noTenants}
        </NotForYouState>
      </View>
    );
  }
  return (
    <ViewReceipts>
      <DownloadsDesk address={address} go={go} person={person} onExplore={onExplore} />
    </ViewReceipts>
  );
}

type DownloadsDeskProps = Pick<PaneProps, 'address' | 'go' | 'person' | 'onExplore'>;

/** Shows the days at the top, and below them the chosen day or the stuck files of any day. */
function DownloadsDesk(props: DownloadsDeskProps) {
  const { address, go } = props;
  const { standing } = address;
  const now = usePipelineNow();
  const today = formatUtcDay(now);
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
            // Until the day of the link is known, no batch of another day is opened, and no files are read.
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

interface DownloadsTopProps extends Pick<PaneProps, 'address' | 'go' | 'now'> {
  readonly strip: Strip;
}

/** Shows the title, the switch of views, and the days. */
function DownloadsTop({ address, go, now, strip }: DownloadsTopProps) {
  const { standing, until } = address;
  return (
    <>
      <ViewHead
        title={messages.page.title}
        sub={<DaysAreUtc otherDay={findOtherLocalDay(now)} />}
        actions={
          <>
            <Segmented<StandingKind | 'day'>
              label={messages.page.views}
              size="sm"
              value={standing ?? 'day'}
              options={[
                { value: 'day', label: messages.page.byDay },
                { value: 'stuck', label: standingTitles.stuck },
                { value: 'never-picked-up', label: standingTitles['never-picked-up'] },
              ]}
              onChange={(next) =>
                go({ standing: next === 'day' ? null : next, batch: null, file: null, status: null })
              }
            />
            <Button
              size="sm"
              icon="calendar"
              shortcut={pageKeys.downloads.today}
              disabled={strip.chosen === strip.today && until === null ? messages.page.isToday : false}
              onClick={strip.goToday}
            >
              {messages.page.today}
            </Button>
          </>
        }
      />
      <div className={styles.top}>
        <div className={styles.strip}>
          <DayStrip strip={strip} />
        </div>
        <div className={styles.summary}>
          <StripSummary strip={strip} now={now} />
        </div>
      </div>
    </>
  );
}

interface Where {
  readonly day: string;
  readonly batchId: string | null;
  /** A link without a day leads to the day of its batch or file, once that is read. */
  readonly isFinding: boolean;
}

function useWhere({ date, batch, file, standing }: DownloadsAddress, today: string): Where {
  const namesNoDay = date === null && standing === null;
  const isFileAlone = namesNoDay && batch === null && file !== null;
  const fileRead = useQuery({
    ...operationOptions('downloads.file', { fileId: file ?? '' }),
    enabled: isFileAlone,
  });
  const batchId = batch ?? (isFileAlone ? (fileRead.data?.value.batchId ?? null) : null);
  const isBatchAlone = namesNoDay && batchId !== null;
  const batchRead = useQuery({
    ...operationOptions('downloads.batch', { batchId: batchId ?? '' }),
    enabled: isBatchAlone,
  });
  useShowReceipt('file of the address', isFileAlone ? fileRead.data?.receipt : undefined);
  useShowReceipt('batch of the address', isBatchAlone ? batchRead.data?.receipt : undefined);
  return {
    day: date ?? (isBatchAlone ? parseDay(batchRead.data?.value.date) : null) ?? today,
    batchId,
    isFinding: (isFileAlone && fileRead.isPending) || (isBatchAlone && batchRead.isPending),
  };
}

interface DayOutOfReachProps {
  readonly day: string;
  readonly today: string;
  readonly onToday: () => void;
}

/** The day of a link or typed address is outside the range; nothing was read for it. */
function DayOutOfReach({ day, today, onToday }: DayOutOfReachProps) {
  const isAhead = reachOfDay(day, today) === 'ahead';
  return (
    <EmptyState
      title={
        isAhead
          ? messages.page.notStarted(formatLongDay(day))
          : messages.page.notAvailable(formatLongDay(day))
      }
      actions={
        <Button size="sm" icon="calendar" onClick={onToday}>
          {messages.page.goToToday}
        </Button>
      }
    >
      <p>
        {isAhead
          ? messages.page.daysAreUtc(formatLongDay(today))
          : messages.page.keptFor(String(daysOfBatches))}
      </p>
    </EmptyState>
  );
}

/** Opens a question of the Explorer about this system. */
type Explore = (pattern: 'fileById' | 'batchById', values: Readonly<Record<string, string>>) => void;

/** The properties that every pane of the page receives. */
export interface PaneProps {
  readonly address: DownloadsAddress;
  readonly go: GoDownloads;
  readonly person: PersonHere;
  /** The pipeline's time, rounded to ten seconds. */
  readonly now: number;
  readonly today: string;
  readonly onExplore: Explore;
}
