import { useEffect, useRef, useState } from 'react';
import type { Alarm, Place } from '#shared/contract/monitor/alarms.ts';
import type { Charts } from '#shared/contract/monitor/charts.ts';
import type { Monitor } from '#shared/contract/monitor/poller.ts';
import { usePageKeys } from '#renderer/ui/kbd/use-page-keys.ts';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { Button } from '#renderer/ui/button/button.tsx';
import { stepOf } from './alarms/alarm-looks.ts';
import { AlarmList } from './alarms/alarm-list.tsx';
import { everyAlarm, inOrder, matching } from './alarms/alarm-order.ts';
import { AlarmPane } from './alarms/alarm-pane.tsx';
import { wasLooked } from './look-trouble.ts';
import type { GoMonitor } from './monitor-address.ts';
import styles from './monitor-desk.module.css';
import { QueueDepths } from './panels/queue-depths.tsx';
import { ToldNotices } from './panels/told-notices.tsx';

export interface MonitorSideProps {
  readonly monitor: Monitor | undefined;
  readonly charts: Charts | undefined;
  readonly open: string | null;
  readonly go: GoMonitor;
  readonly now: number;
  readonly onOpenPlace: (place: Place) => void;
}

/** The alarms, or the one that is open; below them what stands in dead-letter queues, and what was told. */
export function MonitorSide(props: MonitorSideProps) {
  const { monitor, open, go, now, onOpenPlace } = props;
  const alarms = monitor?.alarms === null || monitor === undefined ? undefined : inOrder(monitor.alarms);
  const [filter, setFilter] = useState(everyAlarm);
  const root = useFocusBack(open);
  if (open !== null && alarms !== undefined) {
    return <Opened {...props} alarms={alarms} found={matching(alarms, filter.words)} open={open} />;
  }
  return (
    <div className={styles.side} ref={root}>
      <AlarmList
        alarms={alarms}
        isAll={monitor?.isAll ?? true}
        filter={filter}
        onFilter={setFilter}
        isMissing={wasLooked(monitor)}
        now={now}
        onOpen={(alarm) => go({ alarm })}
        onOpenPlace={onOpenPlace}
      />
      <QueueDepths queues={monitor?.deadLetters ?? null} onOpenPlace={onOpenPlace} />
      {monitor === undefined ? null : (
        <ToldNotices notices={monitor.notices} now={now} onOpenPlace={onOpenPlace} />
      )}
    </div>
  );
}

interface OpenedProps extends MonitorSideProps {
  readonly alarms: readonly Alarm[];
  /** Those of the list that it covers. */
  readonly found: readonly Alarm[];
  readonly open: string;
}

function Opened({ alarms, found, open, go, charts, now, onOpenPlace }: OpenedProps) {
  const alarm = alarms.find(({ name }) => name === open);
  const step = alarm === undefined ? null : stepOf(alarm);
  const at = found.findIndex(({ name }) => name === open);
  const close = () => go({ alarm: null });
  const show = (place: number) => {
    const next = found[place];
    if (next !== undefined) go({ alarm: next.name }, 'replace');
  };
  usePageKeys({
    j: () => show(at + 1),
    k: () => show(Math.max(0, at - 1)),
    o: step === null ? undefined : () => onOpenPlace(step),
    Escape: close,
  });
  if (alarm === undefined) {
    return (
      <EmptyState
        title="This alarm is not there"
        actions={
          <Button size="sm" onClick={close}>
            Show all alarms
          </Button>
        }
      >
        <p>
          <code>{open}</code> is none of those that were listed in this account and region. It may have been
          deleted or renamed.
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

/** Who closes an alarm is back at its row. */
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
