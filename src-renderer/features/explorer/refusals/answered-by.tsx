import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { IndexBadge } from '../systems/index-badge.tsx';
import styles from './refusals.module.css';

export interface AnsweredByProps {
  readonly system: SystemDeclaration;
  readonly pattern: string;
  readonly onPattern: (pattern: string) => void;
}

export function AnsweredBy({ system, pattern, onPattern }: AnsweredByProps) {
  const located = locate(system, pattern);
  return (
    <section className={styles.answered} aria-label="An index answers this">
      <div className={styles.answeredHead}>
        <span className={styles.good}>
          <Icon name="check" />
        </span>
        <h3>An index answers this</h3>
        <IndexBadge table={located.table} index={located.indexName} />
      </div>
      <p>
        <span className={styles.number}>{located.pattern.number}</span> {located.pattern.asks}
      </p>
      <div>
        <Button size="sm" variant="primary" onClick={() => onPattern(pattern)}>
          Open {located.pattern.number}
        </Button>
      </div>
    </section>
  );
}
