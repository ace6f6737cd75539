import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { IconButton } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { Kbd } from '../kbd.tsx';
import { pageKeys } from '../page-keys.ts';
import { Menu, MenuCheckItem, MenuGroup } from '../menu.tsx';
import type { DataColumn } from './data-column.ts';
import styles from './table-tools.module.css';
import { describeCount } from './use-shown-rows.ts';
import { messages } from '../messages.ts';

interface TableToolsProps<Row> {
  readonly head: ReactNode;
  readonly loadedCount: number;
  readonly shownCount: number;
  readonly filter:
    | {
        readonly field: RefObject<HTMLInputElement | null>;
        readonly value: string;
        readonly onChange: (value: string) => void;
        readonly onLeave: () => void;
      }
    | undefined;
  readonly columns:
    | {
        readonly all: readonly DataColumn<Row>[];
        readonly shown: readonly DataColumn<Row>[];
        readonly onChange: (ids: readonly string[]) => void;
      }
    | undefined;
  readonly onExport: (() => void) | undefined;
}

export function TableTools<Row>(props: TableToolsProps<Row>) {
  const { head, filter, columns, onExport } = props;
  const anyTool = filter !== undefined || columns !== undefined || onExport !== undefined;
  if (!anyTool && (head === undefined || head === null)) return null;
  return (
    <div className={styles.bar}>
      <div className={styles.barHead}>{head}</div>
      {anyTool ? (
        <div className={styles.tools}>
          {filter === undefined ? null : <FilterField {...filter} loadedCount={props.loadedCount} />}
          {columns === undefined ? null : <ColumnMenu {...columns} />}
          {onExport === undefined ? null : (
            <IconButton
              icon="export"
              size="sm"
              label={`Export the ${describeCount(props.shownCount)} shown`}
              onClick={onExport}
            />
          )}
        </div>
      ) : null}
    </div>
  );
}

interface ColumnMenuProps<Row> {
  readonly all: readonly DataColumn<Row>[];
  readonly shown: readonly DataColumn<Row>[];
  readonly onChange: (ids: readonly string[]) => void;
}

function ColumnMenu<Row>({ all, shown, onChange }: ColumnMenuProps<Row>) {
  const shownIds = new Set(shown.map((column) => column.id));
  function toggle(id: string, show: boolean): void {
    // The ids keep the columns' own order, so that one choice always gives the same value in the URL.
    onChange(all.map((column) => column.id).filter((each) => (each === id ? show : shownIds.has(each))));
  }
  return (
    <Menu align="end" trigger={<IconButton icon="columns" size="sm" label={messages.parts.chooseColumns} />}>
      <MenuGroup label="Columns">
        {all.map((column) => (
          <MenuCheckItem
            key={column.id}
            checked={shownIds.has(column.id)}
            // The last visible column cannot be hidden, since a table without columns shows nothing.
            disabled={column.hideable === false || (shownIds.size === 1 && shownIds.has(column.id))}
            onChange={(show) => toggle(column.id, show)}
          >
            {column.title}
          </MenuCheckItem>
        ))}
      </MenuGroup>
    </Menu>
  );
}

interface FilterFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Returns to the rows: Enter and arrow down keep the filter, and Escape clears it first. */
  readonly onLeave: () => void;
  readonly loadedCount: number;
}

function FilterField({ field, value, onChange, onLeave, loadedCount }: FilterFieldProps) {
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' && event.key !== 'Enter' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    if (event.key === 'Escape') onChange('');
    onLeave();
  }
  return (
    <div className={styles.filter}>
      <Icon name="search" size={14} />
      <input
        ref={field}
        type="text"
        className={styles.filterInput}
        aria-label={`Filter the ${describeCount(loadedCount)} loaded`}
        aria-keyshortcuts="/"
        placeholder="Filter loaded"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {value === '' ? (
        <Kbd keys={pageKeys.lists.filter} decorative />
      ) : (
        <button
          type="button"
          className={styles.clearFilter}
          aria-label={messages.parts.clearFilter}
          onClick={() => {
            onChange('');
            field.current?.focus();
          }}
        >
          <Icon name="close" size={12} />
        </button>
      )}
    </div>
  );
}
