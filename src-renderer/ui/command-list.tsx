import { Dialog as Base } from '@base-ui/react/dialog';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { classNames } from './class-names.ts';
import styles from './command-list.module.css';
import { isInAnotherModal } from './focus.ts';
import { Icon } from './icon.tsx';
import { Kbd } from './kbd.tsx';
import type { IconName } from './product-icons.ts';
import { usePortalContainer } from './theme-scope.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface CommandSection {
  readonly title: string;
  readonly rows: readonly CommandRow[];
}

interface CommandListProps {
  readonly label: string;
  readonly placeholder: string;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly sections: readonly CommandSection[];
  readonly onRun: (row: CommandRow) => void;
  readonly empty: ReactNode;
  readonly foot?: ReactNode;
}

/**
 * Combines a field and the list that it filters. The focus stays in the field while the arrows move through
 * the list.
 */
export function CommandList(props: CommandListProps) {
  const { label, placeholder, inputRef, query, onQuery, sections, onRun, empty, foot } = props;
  const id = useId();
  const rows = sections.flatMap((section) => section.rows);
  // The choice is tied to its query and its row, so that another query, or a list without that row, starts again at
  // its first row. A row that moves as others come in stays chosen.
  const [chosen, setChosen] = useState<{ readonly query: string; readonly id: string | undefined }>({
    query,
    id: undefined,
  });
  const kept = chosen.query === query ? rows.findIndex((row) => row.id === chosen.id) : -1;
  const active = kept === -1 ? firstRow(rows) : kept;
  const activate = (index: number) => setChosen({ query, id: rows[index]?.id });

  function onKeyDown(event: KeyboardEvent): void {
    // The arrows and Enter belong to the input method until its composition ends.
    if (event.nativeEvent.isComposing) return;
    const next = moveActive(event.key, active, rows.length);
    const row = rows[active];
    if (next !== undefined) {
      event.preventDefault();
      activate(next);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (row !== undefined && row.disabled !== true) onRun(row);
    }
  }

  return (
    <>
      <div className={styles.field}>
        <Icon name="search" size={16} />
        <input
          ref={inputRef}
          className={styles.input}
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={rows.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={rows.length > 0 ? optionId(id, active) : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={query}
          onChange={(event) => onQuery(event.target.value)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text');
            if (!/[\r\n]/.test(pasted)) return;
            // The field would join the lines, and with them the words at their ends.
            event.preventDefault();
            const { selectionStart, selectionEnd } = event.currentTarget;
            const before = query.slice(0, selectionStart ?? query.length);
            onQuery(before + pasted.replaceAll(/[\r\n]+/g, ' ') + query.slice(selectionEnd ?? query.length));
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {/* A browser makes a scrolling box a Tab stop, but the keys of this one belong to the field. */}
      <div className={styles.scroll} tabIndex={-1}>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a combobox needs ARIA's listbox; no element is one */}
        <div id={id} role="listbox" aria-label={label} hidden={rows.length === 0}>
          {sections.map((section, sectionIndex) => (
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- only role=group may stand in a listbox
            <div key={section.title} role="group" aria-labelledby={`${id}-s${sectionIndex}`}>
              <div id={`${id}-s${sectionIndex}`} role="presentation" className={styles.section}>
                {section.title}
              </div>
              {section.rows.map((row) => {
                const index = rows.indexOf(row);
                return (
                  <CommandOption
                    key={row.id}
                    id={optionId(id, index)}
                    row={row}
                    active={index === active}
                    onPoint={() => activate(index)}
                    onRun={() => onRun(row)}
                  />
                );
              })}
            </div>
          ))}
        </div>
        {rows.length === 0 ? empty : null}
      </div>
      <VisuallyHidden>
        <output>{rows.length === 1 ? '1 result' : `${rows.length} results`}</output>
      </VisuallyHidden>
      {foot === undefined ? null : <div className={styles.foot}>{foot}</div>}
    </>
  );
}

function optionId(listId: string, index: number): string {
  return `${listId}-o${index}`;
}

/** Returns the first row that can be run, because Enter should do something; disabled rows are not chosen first. */
function firstRow(rows: readonly CommandRow[]): number {
  return Math.max(
    0,
    rows.findIndex((row) => row.disabled !== true),
  );
}

interface CommandDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The title is read out when the dialog opens; sighted people need only the field at its top. */
  readonly title: string;
  readonly initialFocus: RefObject<HTMLElement | null>;
  /**
   * This is called on closing. True returns the focus to where it was before; false means that it has a place
   * already.
   */
  readonly finalFocus: () => boolean;
  readonly children: ReactNode;
}

/** This dialog has no head or foot and hangs from the upper third, where people are already looking. */
export function CommandDialog({
  open,
  onClose,
  title,
  initialFocus,
  finalFocus,
  children,
}: CommandDialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal container={usePortalContainer()}>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            data-modal
            className={styles.dialog}
            initialFocus={initialFocus}
            finalFocus={() => !isInAnotherModal(popup.current) && finalFocus()}
            ref={popup}
          >
            <Base.Title render={<VisuallyHidden />}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

export interface CommandRow {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  /** The letters of the title to mark are given as [start, end) ranges in order. */
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

function CommandOption({ id, row, active, onPoint, onRun }: CommandOptionProps) {
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

interface MarkedPiece {
  readonly at: number;
  readonly text: string;
  readonly marked: boolean;
}

/** Cuts a title at the matched ranges; the joined pieces are the title again. */
export function markRanges(
  title: string,
  ranges: readonly (readonly [number, number])[],
): readonly MarkedPiece[] {
  const pieces: MarkedPiece[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    if (start > at) pieces.push({ at, text: title.slice(at, start), marked: false });
    pieces.push({ at: start, text: title.slice(start, end), marked: true });
    at = end;
  }
  if (at < title.length) pieces.push({ at, text: title.slice(at), marked: false });
  return pieces;
}

const pageRows = 8;

/** Returns the row that a key moves to, or undefined for a key of the field. Arrows wrap around the ends. */
export function moveActive(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return (active + 1) % count;
    case 'ArrowUp':
      return (active - 1 + count) % count;
    case 'PageDown':
      return Math.min(active + pageRows, count - 1);
    case 'PageUp':
      return Math.max(active - pageRows, 0);
    default:
      return undefined;
  }
}
