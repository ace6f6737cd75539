import { useEffect, useRef } from 'react';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import type { IconName } from '#renderer/ui/icon/product-icons.ts';
import { IndexBadge } from './index-badge.tsx';
import { moveInList } from './list-keys.ts';
import styles from './systems-pane.module.css';

export interface QuestionsListProps {
  readonly system: SystemDeclaration;
  readonly chosen: string | null;
  readonly onChoose: (pattern: string) => void;
  /** What stands under the questions. */
  readonly others: readonly OtherEntry[];
}

interface OtherEntry {
  readonly id: string;
  readonly icon: IconName;
  readonly title: string;
  readonly count?: string | undefined;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

export function QuestionsList({ system, chosen, onChoose, others }: QuestionsListProps) {
  const patterns = Object.keys(system.patterns);
  const stop = patterns.find((key) => key === chosen) ?? others.find((one) => one.chosen)?.id ?? patterns[0];
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (chosen === null) return;
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the buttons inside are one stop for Tab, and the arrows move between them
    <div className={styles.questions} data-questions onKeyDown={moveInList}>
      <ul ref={list} className={styles.patterns} aria-label="Questions">
        {patterns.map((key) => {
          const { pattern, table, indexName } = locate(system, key);
          return (
            <li key={key}>
              <button
                type="button"
                className={styles.question}
                aria-current={key === chosen || undefined}
                tabIndex={key === stop ? 0 : -1}
                title={pattern.asks}
                onClick={() => onChoose(key)}
              >
                <span className={styles.number}>{pattern.number}</span>
                <span className={styles.asks}>{pattern.asks}</span>
                <IndexBadge table={table} index={indexName} />
              </button>
            </li>
          );
        })}
      </ul>
      <ul className={styles.others} aria-label="Other questions">
        {others.map((other) => (
          <li key={other.id}>
            <button
              type="button"
              className={styles.question}
              aria-current={other.chosen || undefined}
              tabIndex={other.id === stop ? 0 : -1}
              onClick={other.onChoose}
            >
              <span className={styles.number}>
                <Icon name={other.icon} size={14} />
              </span>
              <span className={styles.asks}>{other.title}</span>
              <span className={styles.count}>{other.count}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
