import { useId } from 'react';
import { timeTicks } from './time-chart/time-lines.ts';
import { exactUtc } from './relative-time.tsx';
import styles from './state-ribbon.module.css';

export type RibbonTone = 'good' | 'bad' | 'silent' | 'unknown';

interface RibbonPart {
  /** The time is in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly tone: RibbonTone;
  readonly label: string;
}

interface StateRibbonProps {
  /** The label says what the ribbon shows, as in "Fired 3 times in 14 days, for 2 h 5 min in all". */
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly parts: readonly RibbonPart[];
}

/** Shows a state over time; each state differs in shape as well as in colour. */
export function StateRibbon({ label, from, to, parts }: StateRibbonProps) {
  const hatchId = useId();
  const length = Math.max(1, to - from);
  const share = (at: number) => ((Math.min(to, Math.max(from, at)) - from) / length) * width;
  return (
    <svg
      className={styles.ribbon}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> cannot take its colours from the theme
      role="img"
      aria-label={label}
      viewBox={`0 0 ${String(width)} 34`}
    >
      <defs>
        <pattern
          id={hatchId}
          width="4"
          height="4"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="4" height="4" fill="var(--st-failed-solid)" />
          <rect width="1.5" height="4" fill="var(--hatch)" />
        </pattern>
      </defs>
      {parts.map((part) => (
        <rect
          key={part.from}
          className={styles[part.tone]}
          x={share(part.from)}
          // The minimum width keeps a minute visible in a fortnight.
          width={Math.max(part.tone === 'bad' ? 1.5 : 0, share(part.to) - share(part.from))}
          {...heights[part.tone]}
          fill={part.tone === 'bad' ? `url(#${hatchId})` : undefined}
        >
          <title>{`${part.label}: ${exactUtc(part.from)} to ${exactUtc(part.to)}`}</title>
        </rect>
      ))}
      {timeTicks({ from, periodMs: length, count: 1 }, 7)
        .filter(({ share: place }) => place > 0.05 && place < 0.96)
        .map(({ share: place, label: words }) => (
          <text key={place} className={styles.tick} x={place * width} y={31}>
            {words}
          </text>
        ))}
    </svg>
  );
}

const width = 340;
const heights: Readonly<Record<RibbonTone, { readonly y: number; readonly height: number }>> = {
  bad: { y: 0, height: 18 },
  good: { y: 7, height: 4 },
  silent: { y: 7.5, height: 3 },
  unknown: { y: 8.5, height: 1 },
};
