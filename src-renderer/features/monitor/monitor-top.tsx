import { Button } from '#renderer/ui/button.tsx';
import { Figure, FigureStrip, SparkBars, type SparkTone } from '#renderer/ui/figure.tsx';
import { formatRelativeTime, formatTimeSpan } from '#renderer/ui/relative-time.tsx';
import { StaleNote } from '#renderer/ui/states.tsx';
import type { ChartGroup, Charts, Monitor, Place } from '#shared/contract/monitor.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { formatFigure, showGroup } from './charts/drawn-charts.ts';
import {
  countAlarms,
  describeAlarms,
  describeFailed,
  describeMissingSum,
  describeStarted,
  sumDepths,
  findNewestFigure,
  sumFigure,
  type NewestFigure,
  type SumFigure,
} from './monitor-figures.ts';
import { describeShown, hasLooked, messages } from './messages.ts';
import type { GoMonitor, MonitorAddress } from './address.ts';

interface MonitorTopProps {
  readonly address: MonitorAddress;
  readonly go: GoMonitor;
  readonly monitor: Monitor | undefined;
  readonly charts: Charts | undefined;
  /** The reason why the last reading failed. */
  readonly failure: string | null;
  /** The time by AWS's clock. */
  readonly now: number;
  /** The time by this computer's clock, which stamps the console's readings. */
  readonly here: number;
  readonly onOpenPlace: (place: Place) => void;
  readonly onLook: () => void;
}

/** Shows the trouble with the present data, and the headline figures. */
export function MonitorTop(props: MonitorTopProps) {
  const { address, go, monitor, charts, failure, now, here, onOpenPlace, onLook } = props;
  return (
    <>
      {failure === null ? null : (
        <StaleNote
          flat
          reason={failure}
          showing={describeShown(monitor, charts, here)}
          action={
            <Button size="sm" variant="ghost" onClick={onLook}>
              {messages.head.checkNow}
            </Button>
          }
        />
      )}
      <MonitorFigures
        monitor={monitor}
        charts={charts}
        open={address.open}
        isRefused={failure !== null}
        now={now}
        onGroup={(group) => {
          // If the address already names the group, it would not change, so the page scrolls directly.
          if (group === address.group) showGroup(group);
          else go({ group }, 'replace');
        }}
        onAlarms={() => {
          // Closing the alarm puts the focus on its row.
          if (address.alarm !== null) go({ alarm: null });
          else document.querySelector<HTMLElement>('[data-alarm]')?.focus();
        }}
        onDeadLetters={() => onOpenPlace(findFullestQueue(monitor))}
      />
    </>
  );
}

/** Returns the queue with the most messages, because that is the one to begin with. */
function findFullestQueue(monitor: Monitor | undefined): Place {
  const queue = monitor?.deadLetters?.toSorted((one, other) => (other.depth ?? 0) - (one.depth ?? 0))[0];
  return queue?.place ?? { desk: 'monitor', group: 'queues', alarm: null };
}

interface MonitorFiguresProps {
  readonly monitor: Monitor | undefined;
  readonly charts: Charts | undefined;
  /** Groups that are folded are not read, and their figures say so. */
  readonly open: readonly ChartGroup[];
  /** Missing data is not loading; the reason is shown above. */
  readonly isRefused: boolean;
  readonly now: number;
  readonly onGroup: (group: ChartGroup) => void;
  readonly onAlarms: () => void;
  readonly onDeadLetters: () => void;
}

/** Shows the headline figures; each opens its details. */
function MonitorFigures(props: MonitorFiguresProps) {
  const { monitor, charts, now, onGroup, onAlarms, onDeadLetters } = props;
  const isMissing = hasLooked(monitor);
  const broken = sumFigure(charts, 'executions', (label) => label === 'Failed' || label === 'Timed out');
  const begun = sumFigure(charts, 'executions', (label) => label === 'Started');
  const ended = sumFigure(charts, 'documents', () => true);
  const failed = sumFigure(charts, 'documents', (label) => label === 'Failed');
  const busy = findNewestFigure(charts, 'workers');
  const range = charts === undefined ? '' : `, ${charts.range}`;
  return (
    <FigureStrip label={messages.figures.atAGlance}>
      <AlarmsFigure
        {...{ alarms: monitor?.alarms ?? null, isAll: monitor?.isAll ?? true, isMissing, now }}
        onOpen={onAlarms}
      />
      <DeadLettersFigure queues={monitor?.deadLetters ?? null} isMissing={isMissing} onOpen={onDeadLetters} />
      <ChartFigure
        {...props}
        group="executions"
        label={`Failed executions${range}`}
        figure={broken}
        unit={describeStarted(begun)}
        sub={messages.figures.failedOrTimedOut}
        notRead={messages.figures.failuresNotRead}
        tone="failed"
        onOpen={() => onGroup('executions')}
      />
      <ChartFigure
        {...props}
        group="throughput"
        label={`Documents ended${range}`}
        figure={ended}
        sub={describeFailed(failed)}
        tone="succeeded"
        onOpen={() => onGroup('throughput')}
      />
      <ChartFigure
        {...props}
        group="throughput"
        label={messages.figures.busyWorkers}
        figure={busy}
        decimals
        unit={busy?.isOfNow === true ? describeCapacity(charts) : undefined}
        sub={describeBusy(busy, now)}
        tone="accent"
        onOpen={() => onGroup('throughput')}
      />
    </FigureStrip>
  );
}

interface AlarmsFigureProps {
  readonly alarms: Monitor['alarms'];
  readonly isAll: boolean;
  readonly isMissing: boolean;
  readonly now: number;
  readonly onOpen: () => void;
}

function AlarmsFigure({ alarms, isAll, isMissing, now, onOpen }: AlarmsFigureProps) {
  if (alarms === null) return <NotSeen label="Alarms" isMissing={isMissing} onOpen={onOpen} />;
  const figures = countAlarms(alarms);
  const sub = describeAlarms(figures, isAll, now);
  return (
    <Figure
      label={isAll ? 'Alarms' : 'Alarms, at least'}
      value={grouped(figures.firing)}
      unit={`of ${grouped(figures.all)}`}
      sub={<span title={sub}>{sub}</span>}
      onOpen={onOpen}
    />
  );
}

interface DeadLettersFigureProps {
  readonly queues: Monitor['deadLetters'];
  readonly isMissing: boolean;
  readonly onOpen: () => void;
}

function DeadLettersFigure({ queues, isMissing, onOpen }: DeadLettersFigureProps) {
  if (queues === null) return <NotSeen label="Dead letters" isMissing={isMissing} onOpen={onOpen} />;
  const { depth, full, unknown, oldestSeconds } = sumDepths(queues);
  const silent =
    unknown === 0 ? [] : [unknown === 1 ? '1 queue unknown' : `${grouped(unknown)} queues unknown`];
  const age =
    depth === 0
      ? [messages.figures.allEmpty]
      : oldestSeconds === null
        ? []
        : [`oldest ${formatTimeSpan(oldestSeconds * 1_000)}`];
  return (
    <Figure
      label={depth !== null && unknown > 0 ? 'Dead letters, at least' : 'Dead letters'}
      value={depth === null ? 'unknown' : grouped(depth)}
      unit={
        depth === null || depth === 0 ? undefined : full === 1 ? 'in 1 queue' : `in ${grouped(full)} queues`
      }
      sub={depth === null ? messages.figures.nothingLately : [...age, ...silent].join(', ')}
      onOpen={onOpen}
    />
  );
}

interface NotSeenProps {
  readonly label: string;
  /** A look has finished without this figure. */
  readonly isMissing: boolean;
  readonly onOpen: () => void;
}

function NotSeen({ label, isMissing, onOpen }: NotSeenProps) {
  if (!isMissing)
    return <Figure label={label} value={undefined} sub={messages.figures.checking} onOpen={onOpen} />;
  return <Figure label={label} value="unknown" sub={messages.figures.notRead} onOpen={onOpen} />;
}

interface ChartFigureProps extends Pick<MonitorFiguresProps, 'charts' | 'open' | 'isRefused'> {
  readonly group: ChartGroup;
  readonly label: string;
  readonly figure: SumFigure | undefined;
  readonly unit?: string | undefined;
  readonly sub: string;
  /** Stands instead of `sub` if CloudWatch did not return the figure. */
  readonly notRead?: string;
  readonly tone: SparkTone;
  readonly decimals?: boolean;
  readonly onOpen: () => void;
}

function ChartFigure(props: ChartFigureProps) {
  const { charts, open, isRefused, group, label, figure, unit, sub, tone, decimals = false, onOpen } = props;
  const { notRead = messages.figures.metricsNotRead } = props;
  if (!open.includes(group))
    return <Figure label={label} value="not read" sub={messages.figures.collapsed} onOpen={onOpen} />;
  if (charts === undefined && isRefused) {
    return <Figure label={label} value="unknown" sub={messages.figures.metricsNotRead} onOpen={onOpen} />;
  }
  if (figure === undefined || charts === undefined) {
    return <Figure label={label} value={undefined} sub="reading" onOpen={onOpen} />;
  }
  const spark = <SparkBars label={`${label} over the range`} values={figure.spark} tone={tone} />;
  if (figure.sum === null) {
    return <Figure label={label} {...describeMissingSum(figure, notRead)} spark={spark} onOpen={onOpen} />;
  }
  return (
    <Figure
      // A mean of incomplete values is no lower bound.
      label={figure.hasProblem && !decimals ? `${label}, at least` : label}
      value={decimals ? formatFigure('workers', figure.sum) : grouped(figure.sum)}
      unit={unit}
      sub={sub}
      spark={spark}
      onOpen={onOpen}
    />
  );
}

function describeBusy(busy: NewestFigure | undefined, now: number): string {
  if (busy?.until === undefined || busy.until === null || busy.isOfNow) return messages.figures.fromLambda;
  const since = busy.hasProblem ? messages.figures.newerNotRead : messages.figures.noneSince;
  return `${formatRelativeTime(busy.until, now)}, ${since}`;
}

function describeCapacity(charts: Charts | undefined): string | undefined {
  if (charts === undefined) return undefined;
  const { maxConcurrency, running, isAtLeast } = charts.throughput;
  if (running === null || running === 0) return undefined;
  return `of ${isAtLeast ? 'at least ' : ''}${grouped(maxConcurrency * running)}`;
}
