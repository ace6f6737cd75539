import { useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { latinKey } from '#renderer/ui/kbd/latin-key.ts';
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
  const isCovered = !isBeside && item !== undefined;
  const covered = useRef<HTMLDivElement>(null);
  const over = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isCovered) over.current?.focus();
  }, [isCovered]);

  /** The list below cannot have the focus, and still hears the keys that go through it. */
  function passOn(event: KeyboardEvent): void {
    if (event.target !== over.current || !['j', 'k'].includes(latinKey(event).toLowerCase())) return;
    const { key, code } = event;
    const list = covered.current?.querySelector('[data-answer] [role=grid]');
    list?.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key, code, bubbles: true }));
  }

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
        start={
          <div ref={covered} className={styles.under} inert={isCovered}>
            {children}
          </div>
        }
        {...(isBeside && item !== undefined ? { end: item } : {})}
      />
      {isCovered ? (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only hands keys on to the list
        <div ref={over} className={styles.overItem} tabIndex={-1} onKeyDown={passOn}>
          {item}
        </div>
      ) : null}
    </div>
  );
}

const leastItem = 300;
const leastQuestion = 430;
const leastForBoth = leastItem + leastQuestion;
