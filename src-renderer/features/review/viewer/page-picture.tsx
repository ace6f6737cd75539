import { useEffect, useLayoutEffect, useRef } from 'react';
import { afterPaint } from '#renderer/ui/after-paint.ts';
import type { DrawnPage } from './page-store.ts';
import styles from './page-picture.module.css';
import type { Turn } from './turned.ts';

interface PagePictureProps {
  readonly drawn: DrawnPage;
  readonly turn: Turn;
  /** Of the sheet, as it is turned. */
  readonly width: number;
  readonly height: number;
}

/** The page as it lies in the file, turned as a whole: a canvas that is drawn already only has to be put in. */
export function PagePicture({ drawn, turn, width, height }: PagePictureProps) {
  const host = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const { picture, text, size } = drawn;

  useLayoutEffect(() => {
    host.current?.replaceChildren(...(picture === undefined ? [] : [picture.element]));
  }, [picture]);

  useEffect(() => {
    // Hundreds of words: not before the page itself is on the screen.
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
