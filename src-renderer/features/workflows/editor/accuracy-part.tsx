import { useMemo } from 'react';
import type { Workflow } from '#shared/contract/triage/tenants.ts';
import type { ScoredDocument } from '#shared/contract/workflows/workflows.ts';
import type { Thresholds } from '#shared/domain/document-status.ts';
import { sides } from '#shared/domain/thresholds/sides.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Popover } from '#renderer/ui/popover/popover.tsx';
import { StatusBadge } from '#renderer/ui/status/status-badge.tsx';
import { rightBySide, rightWords } from './accuracy-words.ts';
import { BandTable } from './band-table.tsx';
import { FieldTable } from './field-table.tsx';
import styles from './findings.module.css';

interface AccuracyPartProps {
  readonly workflow: Workflow;
  readonly documents: readonly ScoredDocument[];
  readonly draft: Thresholds;
}

/** How often documents were right as they were read, where people have looked. */
export function AccuracyPart({ workflow, documents, draft }: AccuracyPartProps) {
  const { confidenceThreshold, reviewThreshold } = draft;
  const right = useMemo(
    () => rightBySide(documents, { confidenceThreshold, reviewThreshold }),
    [documents, confidenceThreshold, reviewThreshold],
  );
  return (
    <section className={styles.part} aria-labelledby="observed-accuracy">
      <h3 id="observed-accuracy" className={styles.title}>
        Right as read, where people looked
      </h3>
      <ul className={styles.changes}>
        {sides.map((side) => (
          <li key={side} className={styles.change}>
            <StatusBadge status={side} />
            <span className={styles.count}>{rightWords(right[side])}</span>
          </li>
        ))}
      </ul>
      <div className={styles.more}>
        <Popover
          title="Observed accuracy by score"
          align="end"
          className={styles.sheet}
          trigger={
            <Button size="sm" variant="ghost">
              By score
            </Button>
          }
        >
          <BandTable documents={documents} />
        </Popover>
        <Popover
          title="Observed accuracy by field"
          align="end"
          className={styles.sheet}
          trigger={
            <Button size="sm" variant="ghost">
              By field
            </Button>
          }
        >
          <FieldTable workflow={workflow} />
        </Popover>
      </div>
    </section>
  );
}
