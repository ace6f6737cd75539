import { useEffect, useMemo } from 'react';
import { Disclosure } from '#renderer/ui/disclosure.tsx';
import { TimeChart, TimeChartSkeleton } from '#renderer/ui/time-chart/time-chart.tsx';
import { TimeRuler, useTimeCursor } from '#renderer/ui/time-chart/time-plot.tsx';
import type { ChartGroup, Charts } from '#shared/contract/monitor.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { groupTexts, messages } from '../messages.ts';
import { groups, type GoMonitor, type MonitorAddress } from '../address.ts';
import styles from '../monitor.module.css';
import {
  formatAxis,
  toCharts,
  formatFigure,
  showGroup,
  readSpan,
  computeAxisTop,
  estimateWorkersLimit,
  type DrawnChart,
} from './drawn-charts.ts';

interface ChartGroupsProps {
  readonly address: MonitorAddress;
  readonly go: GoMonitor;
  readonly charts: Charts | undefined;
  /** Nothing is loading; the reason is shown above. */
  readonly isRefused: boolean;
}

/** Shows small charts with one time axis, so that a cursor on one is shown on all. */
export function ChartGroups({ address, go, charts, isRefused }: ChartGroupsProps) {
  const span = charts === undefined ? undefined : readSpan(charts);
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
              ? messages.charts.expand
              : isRefused
                ? messages.charts.noneRead
                : messages.charts.reading}
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

interface GroupOfChartsProps {
  readonly group: ChartGroup;
  readonly isOpen: boolean;
  readonly onFold: (isOpen: boolean) => void;
  readonly charts: Charts | undefined;
  readonly isRefused: boolean;
  readonly cursor: number | null;
  readonly onCursor: (period: number | null) => void;
}

/** A folded group is not read, because each metric is charged. */
function GroupOfCharts(props: GroupOfChartsProps) {
  const { group, isOpen, onFold, charts } = props;
  const { title, hint } = groupTexts[group];
  const metrics = charts?.series.filter((one) => one.group === group).length ?? 0;
  return (
    <section className={styles.group} aria-label={title} data-group={group}>
      <Disclosure
        level={2}
        line={false}
        title={title}
        hint={hint}
        end={isOpen ? describeMetrics(metrics) : messages.charts.collapsed}
        open={isOpen}
        onOpen={onFold}
      >
        <div className={styles.grid}>
          <Body {...props} />
        </div>
      </Disclosure>
    </section>
  );
}

type BodyProps = Pick<GroupOfChartsProps, 'group' | 'charts' | 'isRefused' | 'cursor' | 'onCursor'>;

function Body({ group, charts, isRefused, cursor, onCursor }: BodyProps) {
  const drawn = useMemo(() => (charts === undefined ? [] : toCharts(group, charts)), [group, charts]);
  const span = useMemo(() => (charts === undefined ? undefined : readSpan(charts)), [charts]);
  if (charts === undefined || span === undefined || drawn.length === 0) {
    if (isRefused) return <p className={styles.quiet}>{messages.charts.notRead}</p>;
    return <TimeChartSkeleton label={`${groupTexts[group].title}, loading metrics`} />;
  }
  return drawn.map((chart) => (
    <TimeChart
      key={chart.id}
      title={chart.title}
      hint={chart.says}
      kind={chart.kind}
      lines={chart.lines}
      span={span}
      format={(value) => formatFigure(chart.unit, value)}
      axisFormat={(value) => formatAxis(chart.unit, value)}
      topFor={(most) => computeAxisTop(chart.unit, most)}
      cursor={cursor}
      onCursor={onCursor}
      {...findLimit(chart, charts)}
    />
  ));
}

function findLimit({ id }: DrawnChart, charts: Charts) {
  return id === 'workers' ? estimateWorkersLimit(charts.throughput) : {};
}

function describeMetrics(metrics: number): string {
  if (metrics === 0) return '';
  return metrics === 1 ? '1 metric per check' : `${grouped(metrics)} metrics per check`;
}
