import { moneyText } from '#shared/pricing/money-text.ts';
import { Chart } from '#renderer/ui/chart/chart.tsx';
import type { ChartPoint, ChartSeries } from '#renderer/ui/chart/chart-data.ts';
import { Pane } from '#renderer/ui/pane/pane.tsx';
import { longDay, shortDay } from './sums/days.ts';
import { aiOf } from './sums/part-usd.ts';
import type { DaySpend } from './sums/groups.ts';

export interface DayChartProps {
  readonly days: readonly DaySpend[];
  readonly onDay: (day: string) => void;
}

export function DayChart({ days, onDay }: DayChartProps) {
  const points = days.map(pointOf);
  const shown = series.filter(({ id }) => id !== 'estimated' || days.some(({ spend }) => spend.unread > 0));
  return (
    <Pane
      head={{
        title: 'What did each day cost?',
      }}
      body="fixed"
      padded
    >
      <Chart
        label="Spend per day, by UTC"
        kind="stacked-bars"
        series={shown}
        points={points}
        format={money}
        axisFormat={axisMoney}
        height={128}
        onOpen={(point) => {
          const at = points.indexOf(point);
          if (days[at] !== undefined) onDay(days[at].day);
        }}
      />
    </Pane>
  );
}

const series: readonly ChartSeries[] = [
  { id: 'ai', title: 'AI', tone: 'data-1' },
  { id: 'infrastructure', title: 'Infrastructure', tone: 'data-5' },
  { id: 'estimated', title: 'Estimated', tone: 'data-1', estimated: true },
];

function pointOf({ day, isPartial, spend }: DaySpend): ChartPoint {
  return {
    label: shortDay(day),
    title: longDay(day),
    partial: isPartial,
    values: {
      ai: Number(aiOf(spend.metered)),
      infrastructure: Number(spend.metered.infrastructure ?? 0),
      estimated: Number(spend.estimatedTotal),
    },
  };
}

function money(usd: number): string {
  return usd === 0 ? '$0' : moneyText(usd.toFixed(12), { tiny: 'sign' });
}

/** "$80", "$0.25": a round number needs no cents. */
function axisMoney(usd: number): string {
  return money(usd).replace(/\.0+$/, '');
}
