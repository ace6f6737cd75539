import { useMemo, useRef, useState } from 'react';
import type { Place } from '#shared/domain/review/places.ts';
import { BoxLayer } from './box-layer.tsx';
import type { Look } from './look.ts';
import { boxAt, onePerBox, type PageBox } from './page-boxes.ts';
import { pointUnder, type Point } from './page-layout.ts';
import { PagePicture } from './page-picture.tsx';
import styles from './page-viewer.module.css';
import { PaperSkeleton } from './paper-skeleton.tsx';
import { turnedBox } from './turned.ts';
import { usePaperGestures } from './use-paper-gestures.ts';
import { usePaperScroll } from './use-paper-scroll.ts';
import type { PaperView } from './use-paper-view.ts';

interface PaperProps {
  readonly label: string;
  readonly scroller: HTMLElement | null;
  readonly setScroller: (scroller: HTMLElement | null) => void;
  readonly paper: PaperView | undefined;
  readonly look: Look;
  readonly boxes: readonly PageBox[];
  readonly focused: Place | null;
  readonly onZoom: (factor: number, at: Point) => void;
  readonly onPick: (place: Place) => void;
}

export function Paper(props: PaperProps) {
  const { label, scroller, setScroller, paper, look, boxes, focused, onZoom, onPick } = props;
  const sheet = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<Place>();
  const { page, turn } = look;
  const turned = useMemo(
    () =>
      onePerBox(
        boxes.filter((one) => one.page === page),
        focused,
      ).map((one) => ({ ...one, box: turnedBox(one.box, turn) })),
    [boxes, focused, page, turn],
  );

  const boxUnder = (at: Point): PageBox | undefined => {
    if (scroller === null || paper === undefined) return undefined;
    const scroll = { x: scroller.scrollLeft, y: scroller.scrollTop };
    return boxAt(turned, pointUnder(paper.layout, scroll, at));
  };
  usePaperGestures(scroller, {
    onZoom,
    onClick(at) {
      const box = boxUnder(at);
      if (box !== undefined) onPick(box.place);
    },
    onHover: (at) => setHovered(at === undefined ? undefined : boxUnder(at)?.place),
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
        data-over={hovered === undefined ? undefined : 'box'}
      >
        {paper === undefined ? (
          <PaperSkeleton key={look.document} label={`Reading ${label}`} />
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
            </div>
          </div>
        )}
      </section>
    </div>
  );
}
