import { useEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/product-icons.ts';
import { Kbd } from '../kbd/kbd.tsx';
import styles from './command-list.module.css';
import { markRanges } from './mark-ranges.ts';

export interface CommandRow {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  /** Letters of the title to mark, as [start, end) in order. */
  readonly ranges?: readonly (readonly [number, number])[] | undefined;
  readonly hint?: string | undefined;
  readonly shortcut?: string | undefined;
  readonly disabled?: boolean | undefined;
}

interface CommandOptionProps {
  readonly id: string;
  readonly row: CommandRow;
  readonly active: boolean;
  readonly onPoint: () => void;
  readonly onRun: () => void;
}

export function CommandOption({ id, row, active, onPoint, onRun }: CommandOptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keyboard drives the list from its field; an option never has the focus
    <div
      ref={element}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <option> cannot hold an icon and key caps
      role="option"
      tabIndex={-1}
      aria-selected={active}
      aria-disabled={row.disabled || undefined}
      className={classNames(styles.option, row.disabled && styles.off)}
      onPointerMove={active ? undefined : onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={row.disabled ? undefined : onRun}
    >
      <Icon name={row.icon} size={16} />
      <span className={styles.title}>
        {markRanges(row.title, row.ranges ?? []).map(({ text, marked, at }) =>
          marked ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
        )}
      </span>
      {row.hint === undefined ? null : <span className={styles.hint}>{row.hint}</span>}
      {row.shortcut === undefined ? null : <Kbd keys={row.shortcut} />}
    </div>
  );
}
