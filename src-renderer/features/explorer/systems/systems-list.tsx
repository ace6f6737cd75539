import type { OpenSystem } from '#shared/contract/explorer.ts';
import { Chip } from '#renderer/ui/chip/chip.tsx';
import { moveInList } from './list-keys.ts';
import styles from './systems-pane.module.css';

export interface SystemsListProps {
  readonly systems: readonly OpenSystem[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

export function SystemsList({ systems, chosen, onChoose }: SystemsListProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons inside are one stop for Tab, and the arrows move between them
    <ul className={styles.list} aria-label="Systems" onKeyDown={moveInList}>
      {systems.map(({ declaration: { id, name, patterns }, origin, tableNames }) => (
        <li key={id}>
          <button
            type="button"
            className={styles.system}
            aria-current={id === chosen || undefined}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            <span className={styles.name}>{name}</span>
            <span className={styles.count}>{Object.keys(patterns).length}</span>
            <span className={styles.below}>
              {origin === 'file' ? <Chip className={styles.origin}>from your file</Chip> : null}
              <span className={styles.tables}>{tableWords(tableNames)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

export function tableWords(tableNames: OpenSystem['tableNames']): string {
  return Object.entries(tableNames)
    .map(([table, name]) => name ?? `${table}: no name on this connection`)
    .join(', ');
}
