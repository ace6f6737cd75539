import type { KeyboardEvent, RefObject } from 'react';
import { Icon } from '../icon/icon.tsx';
import { Kbd } from '../kbd/kbd.tsx';
import styles from './table-tools.module.css';
import { describeCount } from './describe-rows.ts';

export interface FilterFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Back to the rows: Enter and arrow down keep the filter, Escape clears it first. */
  readonly onLeave: () => void;
  readonly loadedCount: number;
}

export function FilterField({ field, value, onChange, onLeave, loadedCount }: FilterFieldProps) {
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
        <Kbd keys="/" decorative />
      ) : (
        <button
          type="button"
          className={styles.clearFilter}
          aria-label="Clear the filter"
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
