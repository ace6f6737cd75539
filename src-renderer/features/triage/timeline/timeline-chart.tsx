import { useId, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { Iteration } from '#shared/domain/timeline/iteration-track.ts';
import { IconButton } from '#renderer/ui/icon-button/icon-button.tsx';
import { lanePitch, laneTop } from './bars.ts';
import { iterationSentence } from './iteration-words.ts';
import { iterationAt, neighbourOf, type Lanes, type Step } from './lanes.ts';
import { TimelineFrame } from './timeline-frame.tsx';
import { lanesHeight, TimelineCursor, TimelineMarks } from './timeline-marks.tsx';
import { TimelineLegend } from './timeline-legend.tsx';
import { TimelineTip, type TipPlace } from './timeline-tip.tsx';
import { mostZoom, useSight } from './use-sight.ts';
import styles from './timeline.module.css';

export interface TimelineChartProps {
  readonly label: string;
  readonly lanes: Lanes;
  /** Of the bars, in pixels. */
  readonly width: number;
  readonly onOpenIteration: (index: number) => void;
}

/** Lanes over time. One stop for the Tab key; arrow keys go from iteration to iteration, Enter opens. */
export function TimelineChart({ label, lanes, width, onOpenIteration }: TimelineChartProps) {
  const optionId = useId();
  const { scroller, sight, zoom, zoomTo, show, onScroll } = useSight(width);
  const [place, setPlace] = useState(0);
  const [pointed, setPointed] = useState<Iteration | null>(null);
  const [isFocused, setFocused] = useState(false);
  const { iterations, from: start } = lanes.timeline;
  const current = iterations[Math.min(place, iterations.length - 1)] ?? null;
  const shown = pointed ?? (isFocused ? current : null);
  const xOf = (time: number): number => lanes.scale.place(time) * sight.whole;

  function goTo(iteration: Iteration): void {
    setPlace(iterations.indexOf(iteration));
    setPointed(null);
    show(xOf(iteration.startedAt), xOf(iteration.endedAt ?? lanes.until));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (current === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    const factor = factors[event.key];
    if (step !== undefined) goTo(neighbourOf(lanes, current, step));
    else if (factor !== undefined) zoomTo(zoom * factor, xOf(current.startedAt));
    else if (event.key === 'Enter') onOpenIteration(current.index);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function under(event: MouseEvent<SVGSVGElement>): Iteration | null {
    const box = event.currentTarget.getBoundingClientRect();
    const slot = Math.floor((event.clientY - box.top - lanesTop) / lanePitch);
    const time = lanes.scale.time((event.clientX - box.left + sight.left) / sight.whole);
    return slot < 0 ? null : iterationAt(lanes, slot, time);
  }

  const height = lanesHeight(lanes);
  return (
    <div className={styles.chart}>
      <div className={styles.area}>
        <ol className={styles.laneNames} aria-hidden style={{ paddingTop: lanesTop }}>
          {lanes.lanes.map((_, slot) => (
            <li key={laneTop(slot)}>{slot + 1}</li>
          ))}
        </ol>
        <div
          ref={scroller}
          className={styles.scroller}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <select> cannot be drawn as lanes over time
          role="listbox"
          aria-label={label}
          aria-activedescendant={current === null ? undefined : optionId}
          tabIndex={0}
          onScroll={onScroll}
          onKeyDown={onKeyDown}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        >
          <div style={{ width: sight.whole }}>
            <svg
              className={styles.drawing}
              width={sight.width}
              height={lanesTop + height + axisHeight}
              aria-hidden
              onMouseMove={(event) => setPointed(under(event))}
              onMouseLeave={() => setPointed(null)}
              onClick={(event) => {
                const iteration = under(event);
                if (iteration === null) return;
                setPlace(iterations.indexOf(iteration));
                onOpenIteration(iteration.index);
              }}
            >
              <TimelineFrame lanes={lanes} sight={sight} top={lanesTop} height={height} />
              <g transform={`translate(0 ${lanesTop})`}>
                <TimelineMarks lanes={lanes} sight={sight} />
                {shown === null ? null : <TimelineCursor lanes={lanes} sight={sight} at={shown} />}
              </g>
            </svg>
          </div>
          {current === null ? null : (
            <div
              id={optionId}
              className={styles.option}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <option> stands in a <select> only
              role="option"
              aria-selected
              aria-posinset={iterations.indexOf(current) + 1}
              aria-setsize={iterations.length}
            >
              {iterationSentence(current, start ?? 0)}
            </div>
          )}
        </div>
      </div>
      <div className={styles.foot}>
        <TimelineLegend timeline={lanes.timeline} />
        <div className={styles.zoom}>
          <IconButton
            icon="remove"
            size="sm"
            label="Zoom out"
            disabled={zoom <= 1}
            onClick={() => zoomTo(zoom / 2)}
          />
          <IconButton
            icon="add"
            size="sm"
            label="Zoom in"
            disabled={zoom >= mostZoom}
            onClick={() => zoomTo(zoom * 2)}
          />
        </div>
      </div>
      {shown === null ? null : (
        <TimelineTip
          iteration={shown}
          start={start ?? 0}
          style={tipPlace(shown.slot, xOf(shown.startedAt) - sight.left, sight.width, lanes)}
        />
      )}
    </div>
  );
}

export const laneNameWidth = 22;
const lanesTop = 18;
const axisHeight = 24;
const tipWidth = 232;

/** Below its lane, or above it in the lower half, so that it hides neither the lane nor what is below the chart. */
function tipPlace(slot: number, x: number, width: number, lanes: Lanes): TipPlace {
  const left = Math.max(0, Math.min(x, width - tipWidth)) + laneNameWidth;
  if (slot < lanes.lanes.length / 2 || lanes.lanes.length < 6) {
    return { left, top: lanesTop + laneTop(slot) + lanePitch + 2 };
  }
  return { left, bottom: axisHeight + lanesHeight(lanes) - laneTop(slot) + 4 };
}

const steps: Readonly<Partial<Record<string, Step>>> = {
  ArrowLeft: 'earlier',
  ArrowRight: 'later',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
};

const factors: Readonly<Partial<Record<string, number>>> = { '+': 2, '=': 2, '-': 0.5, '0': 0 };
