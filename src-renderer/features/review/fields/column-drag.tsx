import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { lineColumns, type LineColumn } from '#shared/contract/review-document.ts';
import { toCellPlace } from '#shared/domain/review/draft-rules.ts';
import type { LineChange } from '#shared/domain/review/line-changes.ts';
import { messages } from '../messages.ts';
import styles from './line-table.module.css';

interface ColumnDragProps {
  /** The section with the table, within which the pointer is followed. */
  readonly root: RefObject<HTMLElement | null>;
  readonly onChange: (change: LineChange) => void;
}

/** The place where the pointer went down, before it has moved. */
interface Grip {
  readonly column: LineColumn;
  /** The line of the cell; null for the heading of a column. */
  readonly line: number | null;
  readonly x: number;
  readonly y: number;
}

/** Where the values would go, as a part of the table. */
interface Target {
  readonly change: LineChange | null;
  readonly says: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A click or a shaky hand is no drag. */
const leastPixels = 6;
/** This close to the edge of the pane, the table scrolls along. */
const edgePixels = 28;
const scrollStep = 10;

/**
 * Drags values with the pointer: a heading onto another one swaps the two columns, and a cell up or down moves it and
 * those below it, as where a reader slipped. Escape takes it back, and each of both has a key.
 */
export function ColumnDrag({ root, onChange }: ColumnDragProps) {
  const grip = useRef<Grip>(undefined);
  const [target, setTarget] = useState<Target>();
  const isDragging = target !== undefined;

  function end(): void {
    grip.current = undefined;
    setTarget(undefined);
  }

  const onDown = useEffectEvent((event: PointerEvent) => {
    end();
    if (event.button !== 0 || event.pointerType === 'touch') return;
    grip.current = findGrip(event);
  });
  const onMove = useEffectEvent((event: PointerEvent) => {
    const from = grip.current;
    const section = root.current;
    if (from === undefined || section === null) return;
    if (!isDragging && !isMoved(from, event)) return;
    // The button may have been released outside of the window.
    if (event.buttons === 0) return end();
    document.getSelection()?.removeAllRanges();
    setTarget(findTarget(section, from, event));
  });
  const onUp = useEffectEvent(() => {
    const change = target?.change ?? null;
    end();
    if (change !== null) onChange(change);
  });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isDragging) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    end();
  });
  const onCancel = useEffectEvent(() => end());
  const scrollAlong = useEffectEvent(() => {
    const pane = root.current?.parentElement ?? null;
    const y = lastY.current;
    if (pane === null || y === undefined) return;
    const { top, bottom } = pane.getBoundingClientRect();
    if (y < top + edgePixels) pane.scrollBy(0, -scrollStep);
    else if (y > bottom - edgePixels) pane.scrollBy(0, scrollStep);
  });
  const lastY = useRef<number>(undefined);

  useEffect(() => {
    const section = root.current;
    if (section === null) return undefined;
    const off = new AbortController();
    const { signal } = off;
    const move = (event: PointerEvent): void => {
      lastY.current = event.clientY;
      onMove(event);
    };
    section.addEventListener('pointerdown', (event) => onDown(event), { signal });
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', () => onUp(), { signal });
    window.addEventListener('pointercancel', () => onCancel(), { signal });
    window.addEventListener('blur', () => onCancel(), { signal });
    window.addEventListener('keydown', (event) => onKey(event), { signal, capture: true });
    return () => off.abort();
  }, [root]);

  useEffect(() => {
    if (!isDragging) return undefined;
    const timer = setInterval(() => scrollAlong(), 16);
    return () => clearInterval(timer);
  }, [isDragging]);

  if (target === undefined) return null;
  const { says, change, ...place } = target;
  return (
    <div className={styles.drop} style={place} data-none={change === null ? '' : undefined} aria-hidden>
      <span className={styles.dropSays}>{says}</span>
    </div>
  );
}

function findGrip({ target, clientX, clientY }: PointerEvent): Grip | undefined {
  if (!(target instanceof Element) || target.closest('input, button') !== null) return undefined;
  const spot = target.closest<HTMLElement>('[data-column]');
  const column = lineColumns.find((one) => one === spot?.dataset['column']);
  if (spot === null || column === undefined) return undefined;
  const cell = toCellPlace(spot.dataset['place'] ?? '');
  return { column, line: cell?.line ?? null, x: clientX, y: clientY };
}

/** A cell is dragged up or down only, so that a sideways drag still selects its text. */
function isMoved({ line, x, y }: Grip, { clientX, clientY }: PointerEvent): boolean {
  const [across, along] = [Math.abs(clientX - x), Math.abs(clientY - y)];
  return line === null ? across >= leastPixels : along >= leastPixels && along > across;
}

function findTarget(section: HTMLElement, from: Grip, at: PointerEvent): Target | undefined {
  return from.line === null
    ? findColumn(section, from.column, at.clientX)
    : findLine(section, from.column, { line: from.line, y: at.clientY });
}

function findColumn(section: HTMLElement, from: LineColumn, x: number): Target | undefined {
  const headings = [...section.querySelectorAll<HTMLElement>('th[data-column]')];
  const heading = headings.find((one) => {
    const { left, right } = one.getBoundingClientRect();
    return x >= left && x < right;
  });
  const over = lineColumns.find((one) => one === heading?.dataset['column']) ?? from;
  const shown = heading ?? headings.find((one) => one.dataset['column'] === from);
  if (shown === undefined) return undefined;
  const table = shown.closest('table')?.getBoundingClientRect() ?? shown.getBoundingClientRect();
  const { left, width, top } = shown.getBoundingClientRect();
  return {
    ...placeIn(section, { left, width, top, height: table.bottom - top }),
    change: over === from ? null : { kind: 'swap', line: 0, column: from, other: over },
    says: over === from ? messages.lines.dropNowhere : messages.lines.dropSwap(from, over),
  };
}

function findLine(
  section: HTMLElement,
  column: LineColumn,
  { line, y }: { readonly line: number; readonly y: number },
): Target | undefined {
  const cells = [...section.querySelectorAll<HTMLElement>(`td[data-column="${column}"]`)];
  const cell = cells.findLast((one) => one.getBoundingClientRect().top <= y) ?? cells[0];
  const over = toCellPlace(cell?.dataset['place'] ?? '')?.line;
  if (cell === undefined || over === undefined) return undefined;
  const by = over - line;
  return {
    ...placeIn(section, cell.getBoundingClientRect()),
    change: by === 0 ? null : { kind: 'shift', line, column, by },
    says: by === 0 ? messages.lines.dropNowhere : messages.lines.dropShift(by),
  };
}

type Rect = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

function placeIn(section: HTMLElement, { left, top, width, height }: Rect): Rect {
  const origin = section.getBoundingClientRect();
  return { left: left - origin.left, top: top - origin.top, width, height };
}
