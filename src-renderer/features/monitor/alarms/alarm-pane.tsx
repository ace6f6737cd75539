import type { Alarm, Place } from '#shared/contract/monitor/alarms.ts';
import type { Charts } from '#shared/contract/monitor/charts.ts';
import { placeWords } from '#shared/domain/monitor/place-words.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list/key-value-list.tsx';
import type { KeyValueItem } from '#renderer/ui/key-value-list/key-value-list.tsx';
import { OpenedPane } from '#renderer/ui/pane/opened-pane.tsx';
import { RelativeTime } from '#renderer/ui/relative-time/relative-time.tsx';
import { AlarmChart } from './alarm-chart.tsx';
import { AlarmHistory } from './alarm-history.tsx';
import { stepOf } from './alarm-looks.ts';
import { AlarmStateBadge } from './alarm-state-badge.tsx';
import styles from './alarm-pane.module.css';

export interface AlarmPaneProps {
  readonly alarm: Alarm;
  /** Those that are open; the alarm's own figures may be among them. */
  readonly charts: Charts | undefined;
  readonly now: number;
  readonly onClose: () => void;
  readonly onOpenPlace: (place: Place) => void;
}

/** One alarm: how it stands and why, what to do about it, and how often it has been so before. */
export function AlarmPane({ alarm, charts, now, onClose, onOpenPlace }: AlarmPaneProps) {
  const { name, since, reason, description } = alarm;
  const step = stepOf(alarm);
  const at = Date.parse(since ?? '');
  return (
    <OpenedPane
      label={`Alarm ${name}`}
      title={name}
      copyText={name}
      copyLabel="Copy the name of the alarm"
      closeLabel="Close the alarm"
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
        <p>{reason ?? 'CloudWatch gives no reason.'}</p>
        {description === null ? null : <p className={styles.quiet}>{description}</p>}
        {step === null ? (
          <p className={styles.quiet}>No desk of this console is for what it watches.</p>
        ) : (
          <div>
            <Button variant="primary" size="sm" icon="forward" shortcut="O" onClick={() => onOpenPlace(step)}>
              {placeWords(step).long}
            </Button>
          </div>
        )}
        <AlarmChart alarm={alarm} charts={charts} />
        <AlarmHistory alarm={alarm} now={now} />
        <section className={styles.part} aria-label="What it watches">
          <h3 className={styles.title}>What it watches</h3>
          <KeyValueList items={facts(alarm)} size="small" />
        </section>
      </div>
    </OpenedPane>
  );
}

function facts({ metric, rule, hasActions }: Alarm): readonly KeyValueItem[] {
  return [
    { label: 'Fires', value: rule ?? 'by a rule that CloudWatch does not tell' },
    ...(metric === null
      ? [{ label: 'Metric', value: 'several, or an expression over them' }]
      : [
          { label: 'Metric', value: `${metric.namespace} ${metric.name}`, mono: true },
          ...Object.entries(metric.dimensions).map(([label, value]) => ({
            label,
            value,
            mono: true,
            copy: value,
          })),
        ]),
    { label: 'Tells', value: hasActions ? 'its own actions, and this console' : 'nobody but this console' },
  ];
}
