import { useEffect, useRef, useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { PaneHead } from '#renderer/ui/pane.tsx';
import { RelativeTime, formatTimeSpan } from '#renderer/ui/relative-time.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { StatusGlyph } from '#renderer/ui/status.tsx';
import type { Alarm, Charts, Monitor, Notice, Place } from '#shared/contract/monitor.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { AlarmList } from './alarms/alarm-list.tsx';
import { AlarmPane } from './alarms/alarm-pane.tsx';
import { everyAlarm, sortAlarms, filterAlarms, findStep } from './alarms/alarm-states.ts';
import { hasLooked, messages } from './messages.ts';
import type { GoMonitor } from './address.ts';
import styles from './monitor.module.css';

interface MonitorSideProps {
  readonly monitor: Monitor | undefined;
  readonly charts: Charts | undefined;
  readonly open: string | null;
  readonly go: GoMonitor;
  readonly now: number;
  readonly onOpenPlace: (place: Place) => void;
}

/**
 * Shows the alarms or the open one, and below them the depths of the dead-letter queues and the recent
 * notices.
 */
export function MonitorSide(props: MonitorSideProps) {
  const { monitor, open, go, now, onOpenPlace } = props;
  const alarms = monitor?.alarms === null || monitor === undefined ? undefined : sortAlarms(monitor.alarms);
  const [filter, setFilter] = useState(everyAlarm);
  const root = useFocusBack(open);
  if (open !== null && alarms !== undefined) {
    return <Opened {...props} alarms={alarms} found={filterAlarms(alarms, filter.words)} open={open} />;
  }
  return (
    <div className={styles.side} ref={root}>
      <AlarmList
        alarms={alarms}
        isAll={monitor?.isAll ?? true}
        filter={filter}
        onFilter={setFilter}
        isMissing={hasLooked(monitor)}
        now={now}
        onOpen={(alarm) => go({ alarm })}
        onOpenPlace={onOpenPlace}
      />
      <QueueDepths queues={monitor?.deadLetters ?? null} onOpenPlace={onOpenPlace} />
      {monitor === undefined ? null : (
        <RecentNotices notices={monitor.notices} now={now} onOpenPlace={onOpenPlace} />
      )}
    </div>
  );
}

interface OpenedProps extends MonitorSideProps {
  readonly alarms: readonly Alarm[];
  /** The alarms of the list that match the filter. */
  readonly found: readonly Alarm[];
  readonly open: string;
}

function Opened({ alarms, found, open, go, charts, now, onOpenPlace }: OpenedProps) {
  const alarm = alarms.find(({ name }) => name === open);
  const step = alarm === undefined ? null : findStep(alarm);
  const at = found.findIndex(({ name }) => name === open);
  const close = () => go({ alarm: null });
  const show = (place: number) => {
    const next = found[place];
    if (next !== undefined) go({ alarm: next.name }, 'replace');
  };
  usePageKeys(pageKeys.monitor, {
    nextAlarm: () => show(at + 1),
    previousAlarm: () => show(Math.max(0, at - 1)),
    openPlace: step === null ? undefined : () => onOpenPlace(step),
    back: close,
  });
  if (alarm === undefined) {
    return (
      <EmptyState
        title={messages.alarms.notFound}
        actions={
          <Button size="sm" onClick={close}>
            {messages.alarms.showAll}
          </Button>
        }
      >
        <p>
          <code>{open}</code> {messages.alarms.notListed}
        </p>
      </EmptyState>
    );
  }
  return (
    <AlarmPane
      key={alarm.name}
      alarm={alarm}
      charts={charts}
      now={now}
      onClose={close}
      onOpenPlace={onOpenPlace}
    />
  );
}

/** Closing an alarm puts the focus back on its row. */
function useFocusBack(open: string | null) {
  const root = useRef<HTMLDivElement>(null);
  const last = useRef(open);
  useEffect(() => {
    const closed = open === null ? last.current : null;
    last.current = open;
    if (closed === null) return;
    root.current?.querySelector<HTMLElement>(`[data-alarm="${CSS.escape(closed)}"]`)?.focus();
  }, [open]);
  return root;
}

interface QueueDepthsProps {
  readonly queues: Monitor['deadLetters'];
  readonly onOpenPlace: (place: Place) => void;
}

/**
 * Shows each dead-letter queue with its last reported depth. A missing report is shown as unknown and not as
 * 0.
 */
function QueueDepths({ queues, onOpenPlace }: QueueDepthsProps) {
  if (queues === null || queues.length === 0) return null;
  return (
    <section aria-label={messages.queues.title}>
      <PaneHead title={messages.queues.title} hint={messages.queues.source} line />
      <ul>
        {queues.map(({ queue, place, depth, oldestSeconds }) => (
          <li key={queue} className={styles.item}>
            <button
              type="button"
              className={classNames(styles.row, depth === 0 && styles.calm)}
              onClick={() => onOpenPlace(place)}
            >
              <span className={styles.name}>{queue}</span>
              <span className={styles.aside}>
                {depth === null || depth === 0 || oldestSeconds === null
                  ? ''
                  : `oldest ${formatTimeSpan(oldestSeconds * 1_000)}`}
              </span>
              <b className={styles.figure}>{depth === null ? 'unknown' : grouped(depth)}</b>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RecentNoticesProps {
  readonly notices: readonly Notice[];
  readonly now: number;
  readonly onOpenPlace: (place: Place) => void;
}

/** Lists the notices since the console was started, even if notifications are off. */
function RecentNotices({ notices, now, onOpenPlace }: RecentNoticesProps) {
  return (
    <section aria-label={messages.notices.title}>
      <PaneHead title={messages.notices.title} hint={messages.notices.since} line />
      {notices.length === 0 ? (
        <p className={styles.none}>{messages.notices.none}</p>
      ) : (
        <ul>
          {notices.toReversed().map(({ number, title, says, at, place, kind }) => (
            <li key={number} className={styles.item}>
              <button type="button" className={styles.notice} onClick={() => onOpenPlace(place)}>
                <StatusGlyph glyph={kind === 'alarm' ? 'failed' : 'review'} />
                <span className={styles.title}>{title}</span>
                <span className={styles.aside}>
                  <RelativeTime at={Date.parse(at)} now={now} focusable={false} />
                </span>
                <span className={styles.says}>{says}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
