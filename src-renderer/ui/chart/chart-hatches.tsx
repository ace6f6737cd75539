import { findHatch, toneColour, type ChartSeries } from './chart-data.ts';

interface ChartHatchesProps {
  readonly id: string;
  readonly series: readonly ChartSeries[];
}

/** Defines the stripes of the series that have some; a drawing refers to them by name. */
export function ChartHatches({ id, series }: ChartHatchesProps) {
  return (
    <defs>
      {series.map((each) => {
        const hatch = findHatch(each);
        if (hatch === undefined) return null;
        const colour = toneColour(each.tone);
        const [ground, stripe] = hatch === 'estimated' ? ['var(--bg)', colour] : [colour, 'var(--hatch)'];
        return <Stripes key={each.id} id={`${id}-${each.id}`} ground={ground} stripe={stripe} />;
      })}
    </defs>
  );
}

/** Returns what fills the shapes of a series: its colour, or its stripes. */
export function findFill(id: string, series: ChartSeries): string {
  return findHatch(series) === undefined ? toneColour(series.tone) : `url(#${id}-${series.id})`;
}

interface StripesProps {
  readonly id: string;
  readonly ground?: string;
  readonly stripe: string;
  readonly width?: number;
  readonly turned?: number;
}

export function Stripes({ id, ground = 'none', stripe, width = 1.5, turned = 45 }: StripesProps) {
  return (
    <pattern
      id={id}
      width="4"
      height="4"
      patternUnits="userSpaceOnUse"
      patternTransform={`rotate(${String(turned)})`}
    >
      <rect width="4" height="4" fill={ground} />
      <rect width={width} height="4" fill={stripe} />
    </pattern>
  );
}
