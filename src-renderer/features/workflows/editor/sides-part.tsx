import type { WorkflowSample } from '#shared/contract/workflows/workflows.ts';
import type { Thresholds } from '#shared/domain/document-status.ts';
import { changedSides } from '#shared/domain/thresholds/sides.ts';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { StatusBadge } from '#renderer/ui/status/status-badge.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import styles from './findings.module.css';
import { runningWords } from './running-words.ts';

interface SidesPartProps {
  readonly sample: WorkflowSample;
  readonly live: Thresholds | null;
  readonly draft: Thresholds;
}

/** Of the sample, as it would be with other thresholds than are saved; and who keeps the old ones. */
export function SidesPart({ sample, live, draft }: SidesPartProps) {
  const changes = live === null ? [] : changedSides(sample.documents, live, draft);
  return (
    <section className={styles.part} aria-labelledby="changed-sides">
      <h3 id="changed-sides" className={styles.title}>
        Documents that change side
      </h3>
      {changes.length === 0 ? (
        <p className={styles.hint}>
          {live === null
            ? 'Its thresholds are unknown, so there is nothing to compare with.'
            : 'None of the sample.'}
        </p>
      ) : (
        <ul className={styles.changes}>
          {changes.map(({ from, to, documents }) => (
            <li key={`${from} ${to}`} className={styles.change}>
              <StatusBadge status={from} />
              <Icon name="right" size={12} />
              <VisuallyHidden> becomes </VisuallyHidden>
              <StatusBadge status={to} />
              <span className={styles.count}>{documents.toLocaleString('en')}</span>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.hint}>{runningWords(sample.running)}</p>
    </section>
  );
}
