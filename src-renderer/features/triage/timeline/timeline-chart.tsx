import {
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { IconButton } from '#renderer/ui/button.tsx';
import type { Timeline } from '#shared/domain/timeline/execution-timeline.ts';
import type { Iteration } from '#shared/domain/timeline/iteration-track.ts';
import { describeIteration } from './iteration-text.ts';
import styles from './timeline.module.css';
import {
  findIteration,
  lanePitch,
  laneTop,
  findNeighbour,
  type Lanes,
  type Sight,
  type Step,
} from './timeline-lanes.ts';
import {
  measureLanesHeight,
  TimelineCursor,
  TimelineFrame,
  TimelineMarks,
  TimelineTip,
  type TipPlace,
} from './timeline-marks.tsx';

interface TimelineChartProps {
  readonly label: string;
  readonly lanes: Lanes;
  /** The width of the bars in pixels. */
  readonly width: number;
  readonly onOpenIteration: (index: number) => void;
}

/**
 * Draws lanes over time. The chart is one stop for Tab; arrow keys move between iterations and Enter opens
 * one.
 */
export function TimelineChart({ label, lanes, width, onOpenIteration }: TimelineChartProps) {
  const optionId = useId();
  const { scroller, sight, zoom, zoomTo, show, onScroll } = useSight(width);
  const [place, setPlace] = useState(0);
  const [pointed, setPointed] = useState<Iteration | null>(null);
  const [isFocused, setFocused] = useState(false);
  const { iterations, from: start } = lanes.timeline;
  const current = iterations[Math.min(place, iterations.length - 1)] ?? null;
  const shown = pointed ?? (isFocused ? current : null);
  const toX = (time: number): number => lanes.scale.place(time) * sight.whole;

  function goTo(iteration: Iteration): void {
    setPlace(iterations.indexOf(iteration));
    setPointed(null);
    show(toX(iteration.startedAt), toX(iteration.endedAt ?? lanes.until));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (current === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    const factor = factors[event.key];
    if (step !== undefined) goTo(findNeighbour(lanes, current, step));
    else if (factor !== undefined) zoomTo(zoom * factor, toX(current.startedAt));
    else if (event.key === 'Enter') onOpenIteration(current.index);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function under(event: MouseEvent<SVGSVGElement>): Iteration | null {
    const box = event.currentTarget.getBoundingClientRect();
    const slot = Math.floor((event.clientY - box.top - lanesTop) / lanePitch);
    const time = lanes.scale.time((event.clientX - box.left + sight.left) / sight.whole);
    return slot < 0 ? null : findIteration(lanes, slot, time);
  }

  const height = measureLanesHeight(lanes);
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
              {describeIteration(current, start ?? 0)}
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
          style={placeTip(shown.slot, toX(shown.startedAt) - sight.left, sight.width, lanes)}
        />
      )}
    </div>
  );
}

export const laneNameWidth = 22;
const lanesTop = 18;
const axisHeight = 24;
const tipWidth = 232;

/**
 * Places the tip below its lane, or above it in the lower half, so that it hides neither the lane nor the
 * text below the chart.
 */
function placeTip(slot: number, x: number, width: number, lanes: Lanes): TipPlace {
  const left = Math.max(0, Math.min(x, width - tipWidth)) + laneNameWidth;
  if (slot < lanes.lanes.length / 2 || lanes.lanes.length < 6) {
    return { left, top: lanesTop + laneTop(slot) + lanePitch + 2 };
  }
  return { left, bottom: axisHeight + measureLanesHeight(lanes) - laneTop(slot) + 4 };
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

/** Lists the kinds of bars that are drawn, and always the three stages. */
function TimelineLegend({ timeline }: { readonly timeline: Timeline }) {
  const { iterations, attempts } = timeline;
  const entries = [
    { mark: 'textract', title: 'Textract', isThere: true },
    { mark: 'gap-fill', title: 'Gap-fill', isThere: true },
    { mark: 'verify', title: 'Verify', isThere: true },
    { mark: 'retry', title: 'Retry', isThere: iterations.some(({ retries }) => retries > 0) },
    {
      mark: 'failing',
      title: 'Failed',
      isThere: iterations.some(({ state }) => state !== 'succeeded' && state !== 'running'),
    },
    { mark: 'redrive', title: 'Redriven', isThere: attempts.some(({ isRedrive }) => isRedrive) },
  ];
  return (
    <ul className={styles.legend}>
      {entries
        .filter(({ isThere }) => isThere)
        .map(({ mark, title }) => (
          <li key={mark}>
            <span className={styles.swatch} data-mark={mark} />
            {title}
          </li>
        ))}
    </ul>
  );
}

const mostZoom = 256;

/**
 * Holds which part of the width is visible. The scroller keeps the position, and zooming keeps the middle.
 */
function useSight(width: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const [left, setLeft] = useState(0);
  /** The share of the width to move to the middle, once there is room to scroll. */
  const wanted = useRef<number | null>(null);
  const whole = width * zoom;
  const bounded = Math.min(left, Math.max(0, whole - width));
  // The bars are drawn again only if this object changes, not when the pointer moves.
  const sight = useMemo<Sight>(() => ({ width, whole, left: bounded }), [width, whole, bounded]);

  useLayoutEffect(() => {
    const middle = wanted.current;
    if (middle === null || scroller.current === null) return;
    wanted.current = null;
    scroller.current.scrollLeft = middle * whole - width / 2;
    setLeft(scroller.current.scrollLeft);
  }, [whole, width]);

  function zoomTo(next: number, around = sight.left + width / 2): void {
    const wantedZoom = Math.min(mostZoom, Math.max(1, next));
    if (wantedZoom === zoom) return;
    wanted.current = around / whole;
    setZoom(wantedZoom);
  }

  /** Scrolls as little as needed to show this stretch. */
  function show(from: number, to: number): void {
    const element = scroller.current;
    if (element === null) return;
    if (from < sight.left || to > sight.left + width) {
      element.scrollLeft = Math.max(0, Math.min(from - margin, to + margin - width));
      if (from < element.scrollLeft || to - from > width) element.scrollLeft = Math.max(0, from - margin);
    }
  }

  return { scroller, sight, zoom, zoomTo, show, onScroll: () => setLeft(scroller.current?.scrollLeft ?? 0) };
}

const margin = 24;
