import { memo } from 'react';
import { glyphPaths } from '#renderer/ui/status/glyph-paths.ts';
import type { Iteration } from '#shared/domain/timeline/iteration-track.ts';
import { barsOf, laneHeight, lanePitch, laneTop, type Sight } from './bars.ts';
import type { Lanes } from './lanes.ts';
import styles from './timeline.module.css';

export interface TimelineMarksProps {
  readonly lanes: Lanes;
  readonly sight: Sight;
}

/** The bars in sight. One element for each colour, whether there are ten bars or ten thousand. */
export const TimelineMarks = memo(function TimelineMarks({ lanes, sight }: TimelineMarksProps) {
  const { paths, failing, retries, ends } = barsOf(lanes, sight);
  return (
    <>
      <path className={styles.textract} d={paths.textract} />
      <path className={styles.gapFill} d={paths['gap-fill']} />
      <path className={styles.verify} d={paths.verify} />
      <path className={styles.other} d={paths.other} />
      <path className={styles.retries} d={retries} />
      <path className={styles.failing} d={failing} />
      {ends.map(({ key, x, y, glyph }) => (
        <path
          key={key}
          className={styles[glyph]}
          d={glyphPaths[glyph]}
          transform={`translate(${(x - 6).toFixed(1)} ${y - 6})`}
        />
      ))}
    </>
  );
});

/** Around the one that the arrow keys are at, or the pointer. */
export function TimelineCursor({ lanes, sight, at }: TimelineMarksProps & { readonly at: Iteration }) {
  const from = lanes.scale.place(at.startedAt) * sight.whole - sight.left;
  const to = lanes.scale.place(at.endedAt ?? lanes.until) * sight.whole - sight.left;
  return (
    <rect
      className={styles.cursor}
      x={from - 1.5}
      y={laneTop(at.slot) - 1.5}
      width={Math.max(to - from, 2) + 3}
      height={laneHeight + 3}
      rx={2}
    />
  );
}

/** How tall the lanes are together. */
export function lanesHeight({ lanes }: Lanes): number {
  return lanes.length * lanePitch - (lanePitch - laneHeight);
}
