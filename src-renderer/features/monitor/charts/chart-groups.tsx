import { useEffect } from 'react';
import type { ChartGroup, Charts } from '#shared/contract/monitor/charts.ts';
import { TimeRuler } from '#renderer/ui/time-chart/time-ruler.tsx';
import { useTimeCursor } from '#renderer/ui/time-chart/use-time-cursor.ts';
import { groups, type GoMonitor, type MonitorAddress } from '../monitor-address.ts';
import { spanOf } from './charts-of.ts';
import { GroupOfCharts } from './group-of-charts.tsx';
import { showGroup } from './show-group.ts';
import styles from './charts.module.css';

export interface ChartGroupsProps {
  readonly address: MonitorAddress;
  readonly go: GoMonitor;
  readonly charts: Charts | undefined;
  /** Nothing is on its way: why stands above. */
  readonly isRefused: boolean;
}

/** Small charts over the same hours: what is read on one of them is read on all. */
export function ChartGroups({ address, go, charts, isRefused }: ChartGroupsProps) {
  const span = charts === undefined ? undefined : spanOf(charts);
  const [cursor, setCursor] = useTimeCursor(span);
  const { group: led } = address;
  useEffect(() => {
    if (led !== null) showGroup(led);
  }, [led]);

  function fold(group: ChartGroup, isOpen: boolean): void {
    const open = groups.filter((one) => (one === group ? isOpen : address.open.includes(one)));
    go({ open, group: null }, 'replace');
  }

  return (
    <section className={styles.charts} aria-label="Charts">
      <div className={styles.rulerRow}>
        {span === undefined || span.count === 0 ? (
          <span className={styles.quiet}>
            {address.open.length === 0
              ? 'Unfold a group to read its metrics.'
              : isRefused
                ? 'No metrics were read.'
                : 'Reading metrics'}
          </span>
        ) : (
          <TimeRuler span={span} cursor={cursor} onCursor={setCursor} />
        )}
      </div>
      {groups.map((group) => (
        <GroupOfCharts
          key={group}
          group={group}
          isOpen={address.open.includes(group)}
          onFold={(isOpen) => fold(group, isOpen)}
          charts={charts}
          isRefused={isRefused}
          cursor={cursor}
          onCursor={setCursor}
        />
      ))}
    </section>
  );
}
