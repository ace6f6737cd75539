import { useEffect, useRef } from 'react';
import { SearchField } from '#renderer/ui/input/search-field.tsx';
import styles from './lists.module.css';

interface ListFilterProps {
  /** How often somebody has asked for it. */
  readonly opened: number;
  readonly value: string;
  readonly loaded: number;
  readonly shown: number;
  readonly onChange: (value: string) => void;
  /** To the rows; what is typed stays. */
  readonly onLeave: () => void;
}

/** Of the rows that are loaded: the table is not asked. There once somebody has asked for it. */
export function ListFilter({ opened, value, loaded, shown, onChange, onLeave }: ListFilterProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (opened > 0) field.current?.focus();
  }, [opened]);
  if (opened === 0 && value === '') return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only hears what its field does not use
    <div
      className={styles.filter}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        onLeave();
      }}
    >
      <SearchField
        label={`Filter the ${String(loaded)} loaded`}
        placeholder="Filter loaded"
        size="sm"
        shortcut="/"
        value={value}
        onChange={onChange}
        inputRef={field}
      />
      <output className={styles.filtered}>
        {value.trim() === '' ? `${loaded} loaded` : `${shown} of the ${loaded} loaded`}
      </output>
    </div>
  );
}
