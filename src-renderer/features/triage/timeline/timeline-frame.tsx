import { niceTicks } from '#shared/domain/timeline/nice-ticks.ts';
import type { Sight } from './bars.ts';
import { attemptName, attemptWords, durationText } from './iteration-words.ts';
import type { Lanes } from './lanes.ts';
import styles from './timeline.module.css';

interface TimelineFrameProps {
  readonly lanes: Lanes;
  readonly sight: Sight;
  readonly top: number;
  readonly height: number;
}

const roomForTick = 58;

/** What stands behind and around the bars: round times, the run as a whole, and what was cut out. */
export function TimelineFrame({ lanes, sight, top, height }: TimelineFrameProps) {
  const { scale, timeline } = lanes;
  const xOf = (place: number): number => place * sight.whole - sight.left;
  const ticks = niceTicks(
    scale,
    roomForTick / sight.whole,
    sight.left / sight.whole,
    (sight.left + sight.width) / sight.whole,
  );
  const bottom = top + height;
  return (
    <>
      {ticks.map(({ place, label }) => (
        <g key={`${place}`}>
          <line className={styles.tick} x1={xOf(place)} x2={xOf(place)} y1={top - 4} y2={bottom + 4} />
          <text
            className={styles.tickText}
            x={xOf(place)}
            y={bottom + 16}
            textAnchor={anchorOf(xOf(place), sight)}
          >
            {label}
          </text>
        </g>
      ))}
      {scale.pieces.slice(1).map((piece, index) => {
        const before = scale.pieces[index];
        if (before === undefined) return null;
        const from = xOf(before.end);
        return (
          <g key={piece.from}>
            <rect className={styles.cut} x={from} y={0} width={xOf(piece.start) - from} height={bottom + 4} />
            <title>{`${durationText(piece.from - before.to)} in which nothing happened, not drawn`}</title>
          </g>
        );
      })}
      {timeline.attempts.map((attempt) => {
        const from = xOf(scale.place(attempt.from));
        const to = xOf(scale.place(attempt.to ?? lanes.until));
        return (
          <g key={attempt.from} className={styles.attempt} data-state={attempt.state}>
            <rect x={from} y={wholeRunTop} width={Math.max(to - from, 2)} height={wholeRunHeight} rx={2} />
            {attempt.isRedrive ? (
              <line className={styles.redrive} x1={from} x2={from} y1={0} y2={bottom} />
            ) : null}
            {attempt.state === 'failed' || attempt.state === 'timed-out' || attempt.state === 'aborted' ? (
              <line className={styles.ended} x1={to} x2={to} y1={0} y2={bottom} />
            ) : null}
            <title>{`${attemptName(attempt)}, ${attemptWords[attempt.state]}`}</title>
          </g>
        );
      })}
      {timeline.states.map((span) => {
        const from = xOf(scale.place(span.from));
        const width = xOf(scale.place(span.to ?? lanes.until)) - from;
        return (
          <rect
            key={`${span.state} ${span.from}`}
            className={span.error === null ? styles.state : styles.stateFailed}
            x={from}
            y={wholeRunTop}
            width={Math.max(width, 1)}
            height={wholeRunHeight}
          />
        );
      })}
    </>
  );
}

const wholeRunTop = 2;
const wholeRunHeight = 5;

function anchorOf(x: number, { width }: Sight): 'start' | 'middle' | 'end' {
  if (x < 12) return 'start';
  return x > width - 20 ? 'end' : 'middle';
}
