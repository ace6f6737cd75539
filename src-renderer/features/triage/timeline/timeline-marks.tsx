import { memo } from 'react';
import { glyphPaths, StatusGlyph } from '#renderer/ui/status.tsx';
import type { Iteration } from '#shared/domain/timeline/iteration-track.ts';
import { niceTicks } from '#shared/domain/timeline/time-scale.ts';
import { capitalize } from '#shared/domain/formatting.ts';
import {
  formatAttemptName,
  attemptLabels,
  formatDuration,
  formatIterationName,
  formatSpan,
  formatStageName,
  stateLabels,
  describeTrouble,
} from './iteration-text.ts';
import {
  drawBars,
  pickGlyph,
  laneHeight,
  lanePitch,
  laneTop,
  type Lanes,
  type Sight,
} from './timeline-lanes.ts';
import styles from './timeline-marks.module.css';
import { messages } from '../messages.ts';

interface TimelineMarksProps {
  readonly lanes: Lanes;
  readonly sight: Sight;
}

/** Draws the visible bars with one element for each colour, whether there are ten bars or ten thousand. */
export const TimelineMarks = memo(function TimelineMarks({ lanes, sight }: TimelineMarksProps) {
  const { paths, failing, retries, ends } = drawBars(lanes, sight);
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

/** Outlines the iteration at the keyboard cursor or the pointer. */
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

/** Returns the height of all lanes. */
export function measureLanesHeight({ lanes }: Lanes): number {
  return lanes.length * lanePitch - (lanePitch - laneHeight);
}

interface TimelineFrameProps {
  readonly lanes: Lanes;
  readonly sight: Sight;
  readonly top: number;
  readonly height: number;
}

const roomForTick = 58;

/** Draws behind and around the bars: round times, the run as a whole, and the gaps that were cut out. */
export function TimelineFrame({ lanes, sight, top, height }: TimelineFrameProps) {
  const { scale, timeline } = lanes;
  const toX = (place: number): number => place * sight.whole - sight.left;
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
          <line className={styles.tick} x1={toX(place)} x2={toX(place)} y1={top - 4} y2={bottom + 4} />
          <text
            className={styles.tickText}
            x={toX(place)}
            y={bottom + 16}
            textAnchor={pickAnchor(toX(place), sight)}
          >
            {label}
          </text>
        </g>
      ))}
      {scale.pieces.slice(1).map((piece, index) => {
        const before = scale.pieces[index];
        if (before === undefined) return null;
        const from = toX(before.end);
        return (
          <g key={piece.from}>
            <rect className={styles.cut} x={from} y={0} width={toX(piece.start) - from} height={bottom + 4} />
            <title>{messages.timeline.gap(formatDuration(piece.from - before.to))}</title>
          </g>
        );
      })}
      {timeline.attempts.map((attempt) => {
        const from = toX(scale.place(attempt.from));
        const to = toX(scale.place(attempt.to ?? lanes.until));
        return (
          <g key={attempt.from} className={styles.attempt} data-state={attempt.state}>
            <rect x={from} y={wholeRunTop} width={Math.max(to - from, 2)} height={wholeRunHeight} rx={2} />
            {attempt.isRedrive ? (
              <line className={styles.redrive} x1={from} x2={from} y1={0} y2={bottom} />
            ) : null}
            {attempt.state === 'failed' || attempt.state === 'timed-out' || attempt.state === 'aborted' ? (
              <line className={styles.ended} x1={to} x2={to} y1={0} y2={bottom} />
            ) : null}
            <title>{`${formatAttemptName(attempt)}, ${attemptLabels[attempt.state]}`}</title>
          </g>
        );
      })}
      {timeline.states.map((span) => {
        const from = toX(scale.place(span.from));
        const width = toX(scale.place(span.to ?? lanes.until)) - from;
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

function pickAnchor(x: number, { width }: Sight): 'start' | 'middle' | 'end' {
  if (x < 12) return 'start';
  return x > width - 20 ? 'end' : 'middle';
}

export type TipPlace = { readonly left: number } & ({ readonly top: number } | { readonly bottom: number });

interface TimelineTipProps {
  readonly iteration: Iteration;
  /** The start of the run. */
  readonly start: number;
  readonly style: TipPlace;
}

/** Explains a bar. The label of the option and the table contain the same facts. */
export function TimelineTip({ iteration, start, style }: TimelineTipProps) {
  const { slot, startedAt, endedAt, state, stages } = iteration;
  return (
    <div className={styles.tip} style={style} aria-hidden>
      <p className={styles.tipTitle}>
        <StatusGlyph glyph={pickGlyph(iteration)} />
        {formatIterationName(iteration)} <span>lane {slot + 1}</span>
      </p>
      <p>
        {capitalize(stateLabels[state])}, after {formatDuration(startedAt - start)}
      </p>
      {stages.map((span) => (
        <p key={`${span.state} ${span.from}`} className={styles.tipRow} data-stage={span.stage ?? 'other'}>
          {formatStageName(span)} <i>{describeTrouble(span)}</i> <b>{formatSpan(span)}</b>
        </p>
      ))}
      {endedAt === null ? null : (
        <p className={styles.tipRow} data-stage="none">
          {messages.document.total} <b>{formatDuration(endedAt - startedAt)}</b>
        </p>
      )}
    </div>
  );
}
