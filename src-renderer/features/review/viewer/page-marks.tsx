import { memo } from 'react';
import { classNames } from '#renderer/ui/class-names.ts';
import type { Box } from '#shared/contract/review-document.ts';
import { turnBox, type Turn } from './page-layout.ts';
import styles from './marks.module.css';

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
export const PageMarks = memo(function PageMarks(props: PageMarksProps) {
  const { turn, hovered, chosen, drawn, found, foundNow } = props;
  return (
    <div className={styles.marks} aria-hidden>
      <Marks boxes={found} turn={turn} className={styles.found} />
      <Marks boxes={foundNow} turn={turn} className={styles.now} />
      <Marks boxes={hovered === undefined ? none : [hovered]} turn={turn} className={styles.hovered} />
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
