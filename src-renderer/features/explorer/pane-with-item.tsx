import type { ReactNode } from 'react';
import { SplitPanes } from '#renderer/ui/split-panes/split-panes.tsx';
import styles from './explorer-page.module.css';

export interface PaneWithItemProps {
  /** Of both together. */
  readonly width: number;
  readonly size: number;
  readonly onResize: (size: number) => void;
  /** Left out, the pane has all the room. */
  readonly item: ReactNode;
  readonly children: ReactNode;
}

/** Side by side; too narrow for both, the item lies over the question until it is closed. */
export function PaneWithItem({ width, size, onResize, item, children }: PaneWithItemProps) {
  const isBeside = width >= leastForBoth;
  return (
    <div className={styles.over}>
      <SplitPanes
        label="Width of the item"
        sized="end"
        size={size}
        defaultSize={366}
        min={leastItem}
        minOther={leastQuestion}
        onResize={onResize}
        start={children}
        {...(isBeside && item !== undefined ? { end: item } : {})}
      />
      {isBeside || item === undefined ? null : <div className={styles.overItem}>{item}</div>}
    </div>
  );
}

const leastItem = 300;
const leastQuestion = 430;
const leastForBoth = leastItem + leastQuestion;
