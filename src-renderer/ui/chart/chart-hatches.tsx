import { hatchOf, toneColour, type ChartSeries } from './chart-data.ts';

interface ChartHatchesProps {
  readonly id: string;
  readonly series: readonly ChartSeries[];
}

/** The stripes of those series that have some; a drawing refers to them by name. */
export function ChartHatches({ id, series }: ChartHatchesProps) {
  return (
    <defs>
      {series.map((each) => {
        const hatch = hatchOf(each);
        if (hatch === undefined) return null;
        const colour = toneColour(each.tone);
        const isEstimated = hatch === 'estimated';
        return (
          <pattern
            key={each.id}
            id={`${id}-${each.id}`}
            width="4"
            height="4"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="4" height="4" fill={isEstimated ? 'var(--bg)' : colour} />
            <rect width="1.5" height="4" fill={isEstimated ? colour : 'var(--hatch)'} />
          </pattern>
        );
      })}
    </defs>
  );
}

export function hatchFill(id: string, { id: seriesId }: ChartSeries): string {
  return `url(#${id}-${seriesId})`;
}
