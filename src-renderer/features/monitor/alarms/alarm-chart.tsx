import type { Alarm, Metric } from '#shared/contract/monitor/alarms.ts';
import type { Charts } from '#shared/contract/monitor/charts.ts';
import { TimeChart } from '#renderer/ui/time-chart/time-chart.tsx';
import { useTimeCursor } from '#renderer/ui/time-chart/use-time-cursor.ts';
import { spanOf } from '../charts/charts-of.ts';
import { topOfUnit } from '../charts/unit-tops.ts';
import { axisWords, figureWords } from '../charts/unit-words.ts';

interface AlarmChartProps {
  readonly alarm: Alarm;
  readonly charts: Charts | undefined;
}

/** Its own figures, where they are read for the charts anyway: opening an alarm asks for no metric. */
export function AlarmChart({ alarm: { metric }, charts }: AlarmChartProps) {
  const span = charts === undefined ? undefined : spanOf(charts);
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
      format={(value) => figureWords(unit, value)}
      axisFormat={(value) => axisWords(unit, value)}
      topFor={(most) => topOfUnit(unit, most)}
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
