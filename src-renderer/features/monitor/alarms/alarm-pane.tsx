import { useInfiniteQuery } from '@tanstack/react-query';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { pagedOptions } from '#renderer/contract/operation-options.ts';
import { Button } from '#renderer/ui/button.tsx';
import { KeyValueList, type KeyValueItem } from '#renderer/ui/key-value-list.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { OpenedPane } from '#renderer/ui/pane.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { RelativeTime } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { StateRibbon } from '#renderer/ui/state-ribbon.tsx';
import { StaleNote } from '#renderer/ui/states.tsx';
import { StatusGlyph } from '#renderer/ui/status.tsx';
import { TimeChart } from '#renderer/ui/time-chart/time-chart.tsx';
import { useTimeCursor } from '#renderer/ui/time-chart/time-plot.tsx';
import type { Alarm, AlarmChange, AlarmState, Charts, Metric, Place } from '#shared/contract/monitor.ts';
import { describePlace } from '#shared/domain/monitor/place-of-alarm.ts';
import { formatAxis, formatFigure, readSpan, computeAxisTop } from '../charts/drawn-charts.ts';
import { describeFortnight, describeMissing, messages } from '../messages.ts';
import styles from './alarms.module.css';
import { alarmLooks, listAlarmStates, findStep } from './alarm-states.ts';

interface AlarmPaneProps {
  readonly alarm: Alarm;
  /** The loaded charts, which may include the metric of the alarm. */
  readonly charts: Charts | undefined;
  readonly now: number;
  readonly onClose: () => void;
  readonly onOpenPlace: (place: Place) => void;
}

/** Shows one alarm: its state and reason, what to do, and how often it has fired before. */
export function AlarmPane({ alarm, charts, now, onClose, onOpenPlace }: AlarmPaneProps) {
  const { name, since, reason, description } = alarm;
  const step = findStep(alarm);
  const at = Date.parse(since ?? '');
  return (
    <OpenedPane
      label={`Alarm ${name}`}
      title={name}
      copyText={name}
      copyLabel={messages.alarms.copyName}
      closeLabel={messages.alarms.close}
      onClose={onClose}
    >
      <div className={styles.body}>
        <div className={styles.standing}>
          <AlarmStateBadge state={alarm.state} />
          {Number.isNaN(at) ? null : (
            <span className={styles.quiet}>
              since <RelativeTime at={at} now={now} />
            </span>
          )}
        </div>
        <p>{reason ?? messages.alarms.noReason}</p>
        {description === null ? null : <p className={styles.quiet}>{description}</p>}
        {step === null ? (
          <p className={styles.quiet}>{messages.alarms.noPage}</p>
        ) : (
          <div>
            <Button
              variant="primary"
              size="sm"
              icon="forward"
              shortcut={pageKeys.monitor.openPlace}
              onClick={() => onOpenPlace(step)}
            >
              {describePlace(step).long}
            </Button>
          </div>
        )}
        <AlarmChart alarm={alarm} charts={charts} />
        <AlarmHistory alarm={alarm} now={now} />
        <section className={styles.part} aria-label={messages.alarms.watches}>
          <h3 className={styles.title}>{messages.alarms.watches}</h3>
          <KeyValueList items={listFacts(alarm)} size="small" />
        </section>
      </div>
    </OpenedPane>
  );
}

function listFacts({ metric, rule, hasActions }: Alarm): readonly KeyValueItem[] {
  return [
    { label: 'Fires', value: rule ?? messages.alarms.unknownRule },
    ...(metric === null
      ? [{ label: 'Metric', value: messages.alarms.severalMetrics }]
      : [
          { label: 'Metric', value: `${metric.namespace} ${metric.name}`, mono: true },
          ...Object.entries(metric.dimensions).map(([label, value]) => ({
            label,
            value,
            mono: true,
            copy: value,
          })),
        ]),
    { label: 'Notifies', value: hasActions ? messages.alarms.notifiesBoth : messages.alarms.notifiesConsole },
  ];
}

function AlarmStateBadge({ state }: { readonly state: AlarmState }) {
  const { glyph, word, tone } = alarmLooks[state];
  return (
    <span className={styles.badge} data-tone={tone}>
      <StatusGlyph glyph={glyph} />
      {word}
    </span>
  );
}

interface AlarmChartProps {
  readonly alarm: Alarm;
  readonly charts: Charts | undefined;
}

/** Draws the metric of the alarm if the charts contain it. Opening an alarm requests no metric. */
function AlarmChart({ alarm: { metric }, charts }: AlarmChartProps) {
  const span = charts === undefined ? undefined : readSpan(charts);
  const [cursor, setCursor] = useTimeCursor(span);
  const series = metric === null ? undefined : charts?.series.find((one) => isSame(one.metric, metric));
  if (charts === undefined || span === undefined || series === undefined) return null;
  const { unit, label, statistic, values } = series;
  return (
    <TimeChart
      title={label}
      hint={`${statistic} of ${String(charts.periodSeconds / 60)} min, last ${charts.range}`}
      kind="lines"
      lines={[{ id: series.id, title: series.metric.name, tone: 'data-1', values }]}
      span={span}
      height={80}
      format={(value) => formatFigure(unit, value)}
      axisFormat={(value) => formatAxis(unit, value)}
      topFor={(most) => computeAxisTop(unit, most)}
      cursor={cursor}
      onCursor={setCursor}
    />
  );
}

function isSame(one: Metric, other: Metric): boolean {
  const names = Object.keys(one.dimensions);
  return (
    one.namespace === other.namespace &&
    one.name === other.name &&
    names.length === Object.keys(other.dimensions).length &&
    names.every((name) => one.dimensions[name] === other.dimensions[name])
  );
}

interface AlarmHistoryProps {
  readonly alarm: Alarm;
  readonly now: number;
}

/** Shows the last fortnight as a ribbon, and below it the changes, newest first. */
function AlarmHistory({ alarm, now }: AlarmHistoryProps) {
  const history = useAlarmHistory(alarm.name, alarm.since);
  const { changes, isWhole, receipts, failure, isOlderMissing, isReading, readOn, readAgain } = history;
  useShowReceipt('alarm history', receipts);
  const to = Math.ceil(now / minute) * minute;
  const from = to - fortnight;
  const stretches = listAlarmStates(alarm, changes ?? [], { from, to, isWhole });
  const words = describeFortnight(stretches, isWhole);
  return (
    <section className={styles.part} aria-label="History">
      <h3 className={styles.title}>
        History <span className={styles.quiet}>{changes === undefined ? '' : words}</span>
      </h3>
      {changes === undefined && failure === undefined ? (
        <SkeletonRows rows={4} label={messages.alarms.readingHistory} />
      ) : null}
      {failure === undefined ? null : (
        <StaleNote
          reason={failure.message}
          showing={describeMissing({ hasChanges: changes !== undefined, isOlderMissing })}
          action={
            <Button
              size="sm"
              variant="ghost"
              loading={isReading}
              onClick={isOlderMissing ? readOn : readAgain}
            >
              Try again
            </Button>
          }
        />
      )}
      {changes === undefined ? null : (
        <StateRibbon
          label={`The last ${words}`}
          from={from}
          to={to}
          parts={stretches.map((stretch) => ({
            from: stretch.from,
            to: stretch.to,
            tone: stretch.state === null ? 'unknown' : alarmLooks[stretch.state].tone,
            label: stretch.state === null ? messages.alarms.unknown : alarmLooks[stretch.state].word,
          }))}
        />
      )}
      <ol className={styles.changes} aria-label={messages.alarms.changes}>
        {changes?.map((change, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- two of the same second may say the same
          <Change key={`${change.at} ${String(place)}`} change={change} now={now} />
        ))}
      </ol>
      {isWhole || changes === undefined ? null : (
        <Button size="sm" variant="ghost" loading={isReading} onClick={readOn}>
          {messages.alarms.readOlder}
        </Button>
      )}
    </section>
  );
}

function Change({
  change: { at, kind, to, says },
  now,
}: {
  readonly change: AlarmChange;
  readonly now: number;
}) {
  return (
    <li className={styles.change}>
      {kind === 'state' && to !== null ? (
        <StatusGlyph glyph={alarmLooks[to].glyph} />
      ) : (
        <span className={styles.dot} aria-hidden />
      )}
      <span className={styles.what}>
        {kind === 'state' && to !== null ? alarmLooks[to].word : kindNames[kind]}
        <span className={styles.says} title={says}>
          {says}
        </span>
      </span>
      <span className={styles.quiet}>
        <RelativeTime at={Date.parse(at)} now={now} focusable={false} />
      </span>
    </li>
  );
}

const kindNames = { state: 'Changed', configuration: 'Configured', action: 'Notified' } as const;
const minute = 60_000;
const fortnight = 14 * 24 * 60 * minute;

/**
 * Reads the history of an alarm when it is opened and again when its state changes. CloudWatch does not
 * charge for this by metric.
 */
function useAlarmHistory(name: string, since: string | null) {
  const options = pagedOptions('monitor.alarmHistory', { name });
  const query = useInfiniteQuery({ ...options, queryKey: [...options.queryKey, since] });
  return {
    changes: query.data?.pages.flatMap(({ value }) => value.changes),
    isWhole: query.data !== undefined && !query.hasNextPage,
    receipts: query.data?.pages.flatMap(({ receipt }) => receipt ?? []) ?? [],
    failure: query.error === null ? undefined : toFailure(query.error),
    /** Pages are read newest first, so a failed page leaves older changes missing. */
    isOlderMissing: query.isFetchNextPageError,
    isReading: query.isFetching,
    readOn: () => void query.fetchNextPage(),
    readAgain: () => void query.refetch(),
  };
}
