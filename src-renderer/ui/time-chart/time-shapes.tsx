import { memo } from 'react';
import { toneColour } from '../chart/chart-data.ts';
import { dashOf, measuredStretches, type TimeKind, type TimeLine, type TimeSpan } from './time-lines.ts';

export interface TimeShapesProps {
  readonly kind: TimeKind;
  readonly lines: readonly TimeLine[];
  readonly span: TimeSpan;
  readonly width: number;
  readonly height: number;
  readonly top: number;
  /** Names the stripes of bars that mean a failure. */
  readonly hatchId: string;
}

/** Drawn anew when the figures change, and not with every move of the pointer. */
export const TimeShapes = memo(function TimeShapes(props: TimeShapesProps) {
  return props.kind === 'lines' ? <Lines {...props} /> : <Bars {...props} />;
});

function Lines({ lines, span, width, height, top }: TimeShapesProps) {
  const x = (index: number) => ((index + 0.5) / span.count) * width;
  const y = (value: number) => height - (value / top) * height;
  return lines.map((line, place) => (
    <g key={line.id} stroke={toneColour(line.tone)} fill={toneColour(line.tone)}>
      {measuredStretches(line.values).map(({ first, last }) =>
        first === last ? (
          // A line of one point would not be seen.
          <circle key={first} cx={x(first)} cy={y(line.values[first] ?? 0)} r={1.6} stroke="none" />
        ) : (
          <path
            key={first}
            d={pathOf(line.values, first, last, x, y)}
            fill="none"
            strokeWidth={1.5}
            strokeLinejoin="round"
            strokeDasharray={dashOf(place)}
          />
        ),
      )}
    </g>
  ));
}

function pathOf(
  values: readonly (number | null)[],
  first: number,
  last: number,
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  const points: string[] = [];
  for (let index = first; index <= last; index += 1) {
    points.push(`${x(index).toFixed(1)} ${y(values[index] ?? 0).toFixed(1)}`);
  }
  return `M${points.join('L')}`;
}

function Bars({ lines, span, width, height, top, hatchId }: TimeShapesProps) {
  const slot = width / span.count;
  const wide = Math.max(1, slot > 4 ? slot - 1 : slot * 0.82);
  const stacked = Array.from({ length: span.count }, () => 0);
  return lines.map((line) => (
    <g key={line.id} fill={line.tone === 'failed' ? `url(#${hatchId})` : toneColour(line.tone)}>
      {line.values.map((value, index) => {
        if (value === null || value <= 0) return null;
        const below = stacked[index] ?? 0;
        stacked[index] = below + value;
        const tall = Math.max(1, (value / top) * height);
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- a bar is its period
            key={index}
            x={index * slot + (slot - wide) / 2}
            y={height - (below / top) * height - tall}
            width={wide}
            height={tall}
          />
        );
      })}
    </g>
  ));
}
