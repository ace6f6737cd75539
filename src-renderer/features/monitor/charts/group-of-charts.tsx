import { useMemo } from 'react';
import type { ChartGroup, Charts } from '#shared/contract/monitor/charts.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { Disclosure } from '#renderer/ui/disclosure/disclosure.tsx';
import { TimeChart } from '#renderer/ui/time-chart/time-chart.tsx';
import { TimeChartSkeleton } from '#renderer/ui/time-chart/time-chart-skeleton.tsx';
import { chartsOf, spanOf, type DrawnChart } from './charts-of.ts';
import styles from './charts.module.css';
import { groupWords } from './group-words.ts';
import { topOfUnit } from './unit-tops.ts';
import { axisWords, figureWords } from './unit-words.ts';
import { workersLimit } from './workers-limit.ts';

interface GroupOfChartsProps {
  readonly group: ChartGroup;
  readonly isOpen: boolean;
  readonly onFold: (isOpen: boolean) => void;
  readonly charts: Charts | undefined;
  readonly isRefused: boolean;
  readonly cursor: number | null;
  readonly onCursor: (period: number | null) => void;
}

/** Folded, it is not read: each metric is charged. */
export function GroupOfCharts(props: GroupOfChartsProps) {
  const { group, isOpen, onFold, charts } = props;
  const { title, hint } = groupWords[group];
  const metrics = charts?.series.filter((one) => one.group === group).length ?? 0;
  return (
    <section className={styles.group} aria-label={title} data-group={group}>
      <Disclosure
        level={2}
        line={false}
        title={title}
        hint={hint}
        end={isOpen ? metricsWords(metrics) : 'folded, not read'}
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
  const drawn = useMemo(() => (charts === undefined ? [] : chartsOf(group, charts)), [group, charts]);
  const span = useMemo(() => (charts === undefined ? undefined : spanOf(charts)), [charts]);
  if (charts === undefined || span === undefined || drawn.length === 0) {
    if (isRefused) return <p className={styles.quiet}>Not read: nothing is known of these.</p>;
    return <TimeChartSkeleton label={`${groupWords[group].title}, reading metrics`} />;
  }
  return drawn.map((chart) => (
    <TimeChart
      key={chart.id}
      title={chart.title}
      hint={chart.says}
      kind={chart.kind}
      lines={chart.lines}
      span={span}
      format={(value) => figureWords(chart.unit, value)}
      axisFormat={(value) => axisWords(chart.unit, value)}
      topFor={(most) => topOfUnit(chart.unit, most)}
      cursor={cursor}
      onCursor={onCursor}
      {...limitOf(chart, charts)}
    />
  ));
}

function limitOf({ id }: DrawnChart, charts: Charts) {
  return id === 'workers' ? workersLimit(charts.throughput) : {};
}

function metricsWords(metrics: number): string {
  if (metrics === 0) return '';
  return metrics === 1 ? '1 metric a look' : `${grouped(metrics)} metrics a look`;
}
