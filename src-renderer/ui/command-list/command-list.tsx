import { useId, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { Icon } from '../icon/icon.tsx';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './command-list.module.css';
import { CommandOption } from './command-option.tsx';
import type { CommandRow } from './command-option.tsx';
import { moveActive } from './move-active.ts';

export interface CommandSection {
  readonly title: string;
  readonly rows: readonly CommandRow[];
}

export interface CommandListProps {
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

/** A field and the list it filters: focus stays in the field, the arrows move through the list. */
export function CommandList(props: CommandListProps) {
  const { label, placeholder, inputRef, query, onQuery, sections, onRun, empty, foot } = props;
  const id = useId();
  const rows = sections.flatMap((section) => section.rows);
  // Bound to the query it was chosen in: another query starts again at its first row.
  const [chosen, setChosen] = useState({ query, index: 0 });
  const active = chosen.query === query ? Math.min(chosen.index, rows.length - 1) : firstRow(rows);
  const activate = (index: number) => setChosen({ query, index });

  function onKeyDown(event: KeyboardEvent): void {
    // The arrows and Enter belong to the input method until it has given its word.
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
          onKeyDown={onKeyDown}
        />
      </div>
      {/* A browser makes a box that scrolls a stop of Tab; this one's keys are the field's. */}
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

/** Enter should do something: a row that cannot be run is shown first but not chosen first. */
function firstRow(rows: readonly CommandRow[]): number {
  return Math.max(
    0,
    rows.findIndex((row) => row.disabled !== true),
  );
}
