import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { afterPaint } from '#renderer/ui/after-paint.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { SkeletonBar, skeletonDelayMs, useDelayed } from '#renderer/ui/skeleton.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { Box } from '#shared/contract/review-document.ts';
import type { Place } from '#shared/domain/review/draft-rules.ts';
import type { Look } from './look.ts';
import {
  findBoxAt,
  mergeBoxes,
  findPointUnder,
  turnBox,
  turnBoxBack,
  type PageBox,
  type Point,
  type Turn,
} from './page-layout.ts';
import type { DrawnPage } from './page-store.ts';
import { usePaperGestures, usePaperScroll, type PaperView } from './use-paper-view.ts';
import type { Take } from './use-take.ts';
import { viewerMessages } from './viewer-messages.ts';
import styles from './viewer.module.css';

interface PaperProps {
  readonly label: string;
  readonly scroller: HTMLElement | null;
  readonly setScroller: (scroller: HTMLElement | null) => void;
  readonly paper: PaperView | undefined;
  readonly look: Look;
  readonly boxes: readonly PageBox[];
  readonly focused: Place | null;
  readonly take: Take;
  /** The matches of a search on this page. */
  readonly found: { readonly all: readonly Box[]; readonly now: readonly Box[] };
  readonly onZoom: (factor: number, at: Point) => void;
  readonly onPick: (place: Place) => void;
}

export function Paper(props: PaperProps) {
  const { label, scroller, setScroller, paper, look, boxes, focused, take, found, onZoom, onPick } = props;
  const sheet = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<Place>();
  const [hoveredWord, setHoveredWord] = useState<Box>();
  const { page, turn } = look;
  const turned = useMemo(
    () =>
      mergeBoxes(
        boxes.filter((one) => one.page === page),
        focused,
      ).map((one) => ({ ...one, box: turnBox(one.box, turn) })),
    [boxes, focused, page, turn],
  );

  const pointUnder = (at: Point): Point | undefined => {
    if (scroller === null || paper === undefined) return undefined;
    return findPointUnder(paper.layout, { x: scroller.scrollLeft, y: scroller.scrollTop }, at);
  };
  const boxUnder = (at: Point): PageBox | undefined => {
    const point = pointUnder(at);
    return point === undefined ? undefined : findBoxAt(turned, point);
  };
  /** The words of a page have their places on the upright page. */
  const uprightUnder = (at: Point): Point | undefined => {
    const point = pointUnder(at);
    if (point === undefined) return undefined;
    const [x, y] = turnBoxBack([point.x, point.y, 0, 0], turn);
    return { x, y };
  };
  /** A word in the box of another field leads to that field, because its value is there. */
  const isOther = (box: PageBox | undefined) => box !== undefined && box.place !== focused && !take.isTaking;
  usePaperGestures(scroller, {
    onZoom,
    onClick(at) {
      const box = boxUnder(at);
      const point = uprightUnder(at);
      if (box !== undefined && isOther(box)) onPick(box.place);
      else if (point !== undefined && !take.clickAt(point) && box !== undefined) onPick(box.place);
    },
    onHover(at) {
      const box = at === undefined ? undefined : boxUnder(at);
      const point = at === undefined || isOther(box) ? undefined : uprightUnder(at);
      setHovered(take.isTaking ? undefined : box?.place);
      setHoveredWord(point === undefined ? undefined : take.wordAt(point));
    },
    draws: take.isTaking,
    onDraw(corners, isDone) {
      const ends = corners?.map(uprightUnder);
      take.draw(ends === undefined ? undefined : toBox(ends[0], ends[1]), isDone);
    },
    onKey: (event) => take.press(event),
  });
  usePaperScroll(scroller, sheet, paper, look);

  const isDrawn = paper?.drawn.picture !== undefined;
  return (
    <div className={styles.frame}>
      <section
        ref={setScroller}
        className={styles.scroller}
        aria-label={label}
        // Panned with the arrow keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        data-over={hoveredWord !== undefined ? 'word' : hovered === undefined ? undefined : 'box'}
        data-taking={take.isTaking || undefined}
      >
        {paper === undefined ? (
          <PaperSkeleton key={look.document} label={viewerMessages.reading(label)} />
        ) : (
          <div className={styles.stage} style={paper.layout.stage}>
            <div
              ref={sheet}
              className={styles.sheet}
              style={{
                left: paper.layout.left,
                top: paper.layout.top,
                width: paper.layout.width,
                height: paper.layout.height,
              }}
            >
              <PagePicture
                drawn={paper.drawn}
                turn={paper.turn}
                width={paper.layout.width}
                height={paper.layout.height}
              />
              {isDrawn ? (
                <BoxLayer boxes={turned} focused={focused} hovered={hovered} onPick={onPick} />
              ) : null}
              {isDrawn ? (
                <PageMarks
                  turn={turn}
                  hovered={hoveredWord}
                  chosen={take.chosen}
                  drawn={take.drawn}
                  found={found.all}
                  foundNow={found.now}
                />
              ) : null}
            </div>
          </div>
        )}
      </section>
    </div>
  );
}

function toBox(one: Point | undefined, other: Point | undefined): Box | undefined {
  if (one === undefined || other === undefined) return undefined;
  const [left, top] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return [left, top, Math.max(one.x, other.x) - left, Math.max(one.y, other.y) - top];
}

interface PagePictureProps {
  readonly drawn: DrawnPage;
  readonly turn: Turn;
  /** The width of the rotated page. */
  readonly width: number;
  readonly height: number;
}

/** Shows the page as a rotated canvas, so that a canvas that is already drawn can be inserted as it is. */
function PagePicture({ drawn, turn, width, height }: PagePictureProps) {
  const host = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const { picture, text, size } = drawn;

  useLayoutEffect(() => {
    host.current?.replaceChildren(...(picture === undefined ? [] : [picture.element]));
  }, [picture]);

  useEffect(() => {
    // The text layer has hundreds of words, so it is added after the page is painted.
    const leave = afterPaint(() => {
      words.current?.replaceChildren(...(text === undefined ? [] : [text]));
    });
    const place = words.current;
    return () => {
      leave();
      place?.replaceChildren();
    };
  }, [text]);

  const [across, down] = turn === 90 || turn === 270 ? [height, width] : [width, height];
  const style = {
    width: across,
    height: down,
    transform: turns[turn](width, height),
  };
  return (
    <div className={styles.turned} style={style}>
      <div ref={host} className={styles.picture} />
      <div ref={words} className={styles.words} style={{ transform: `scale(${across / size.width})` }} />
    </div>
  );
}

const turns: Readonly<Record<Turn, (width: number, height: number) => string>> = {
  0: () => 'none',
  90: (width) => `translate(${width}px, 0) rotate(90deg)`,
  180: (width, height) => `translate(${width}px, ${height}px) rotate(180deg)`,
  270: (_width, height) => `translate(0, ${height}px) rotate(270deg)`,
};

interface BoxLayerProps {
  /** The boxes of this page, rotated with it. */
  readonly boxes: readonly PageBox[];
  readonly focused: Place | null;
  readonly hovered: Place | undefined;
  readonly onPick: (place: Place) => void;
}

/**
 * Shows where each field was read. The page below handles the mouse and finds the box by position, so that text in a
 * box can be selected. The buttons are for users who cannot see the boxes.
 */
const BoxLayer = memo(function BoxLayer({ boxes, focused, hovered, onPick }: BoxLayerProps) {
  return (
    <div className={styles.layer}>
      {boxes.map(({ place, label, tone, box }) => {
        const [left, top, width, height] = box;
        const isFocused = place === focused;
        const side = chooseTagSide(box);
        return (
          <button
            key={place}
            type="button"
            tabIndex={-1}
            className={classNames(
              styles.box,
              styles[tone],
              place === hovered && styles.hovered,
              isFocused && styles.focused,
            )}
            style={{ left: share(left), top: share(top), width: share(width), height: share(height) }}
            aria-label={`${label}, ${words[tone]}`}
            aria-current={isFocused || undefined}
            onClick={(event) => {
              event.stopPropagation();
              onPick(place);
            }}
          >
            {side !== undefined && (isFocused || place === hovered) ? (
              <span className={classNames(styles.tag, styles[side])}>{label}</span>
            ) : null}
          </button>
        );
      })}
    </div>
  );
});

function share(of: number): string {
  return `${of * 100}%`;
}

const words = { sure: 'sure', flagged: 'flagged', decided: 'decided' } as const;
/**
 * Puts the label beside the box, where a line is mostly empty, because a label below it would cover the next line. A
 * box as wide as the table has no free side, and its content identifies it.
 */
function chooseTagSide([left, top, width, height]: Box): 'right' | 'left' | 'below' | 'above' | undefined {
  if (width > 0.6) return undefined;
  if (left + width < 0.7) return 'right';
  if (left > 0.3) return 'left';
  return top + height < 0.95 ? 'below' : 'above';
}

/** Shows an empty page while the first one loads. A page that is ready at once never flashes it. */
function PaperSkeleton({ label }: { readonly label: string }) {
  const isDue = useDelayed(skeletonDelayMs);
  return (
    <>
      <VisuallyHidden>
        <output>{label}</output>
      </VisuallyHidden>
      {isDue ? (
        <div className={styles.paperSkeletonSheet} aria-hidden>
          {bars.map((width, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- they never change
            <SkeletonBar key={index} width={width} />
          ))}
        </div>
      ) : null}
    </>
  );
}

const bars = ['34%', '22%', '100%', '58%', '64%', '49%', '61%', '100%', '40%', '28%'];

interface PageMarksProps {
  /** The rotation that the user has chosen. */
  readonly turn: Turn;
  /** The word under the pointer, which a click would take. */
  readonly hovered: Box | undefined;
  readonly chosen: readonly Box[];
  /** The box that is being drawn. */
  readonly drawn: Box | undefined;
  /** The found places of a search, and the one that is shown. */
  readonly found: readonly Box[];
  readonly foundNow: readonly Box[];
}

/** Marks words on the page. The boxes of fields are in another layer, and buttons; these are only pictures. */
const PageMarks = memo(function PageMarks(props: PageMarksProps) {
  const { turn, hovered, chosen, drawn, found, foundNow } = props;
  return (
    <div className={styles.marks} aria-hidden>
      <Marks boxes={found} turn={turn} className={styles.found} />
      <Marks boxes={foundNow} turn={turn} className={styles.now} />
      <Marks
        boxes={hovered === undefined ? none : [hovered]}
        turn={turn}
        className={styles.pageMarksHovered}
      />
      <Marks boxes={chosen} turn={turn} className={styles.chosen} />
      <Marks boxes={drawn === undefined ? none : [drawn]} turn={turn} className={styles.drawn} />
    </div>
  );
});

const none: readonly Box[] = [];

interface MarksProps {
  readonly boxes: readonly Box[];
  readonly turn: Turn;
  readonly className: string | undefined;
}

function Marks({ boxes, turn, className }: MarksProps) {
  // A word that has the text twice is found twice.
  const unique = new Map(boxes.map((box) => [box.join(), box]));
  return [...unique].map(([key, box]) => {
    const [left, top, width, height] = turnBox(box, turn);
    return (
      <span
        key={key}
        className={classNames(styles.mark, className)}
        style={{
          left: `${String(left * 100)}%`,
          top: `${String(top * 100)}%`,
          width: `${String(width * 100)}%`,
          height: `${String(height * 100)}%`,
        }}
      />
    );
  });
}
