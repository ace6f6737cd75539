import type { DocumentRow } from '#shared/contract/triage/documents.ts';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { documentName } from './document-name.ts';
import styles from './documents-table.module.css';

/** Its name, and quietly what is odd about it: behind the index, past its time, not as declared. */
export function DocumentCell({ document }: { readonly document: DocumentRow }) {
  const name = documentName(document);
  const notes = [
    ...(document.catchingUp ? ['Index catching up: this is the document as its table has it now'] : []),
    ...(document.expired ? ['Expired, awaiting deletion'] : []),
    ...document.problems,
  ];
  return (
    <span className={styles.document}>
      <span className={styles.name} title={`${name}\n${document.documentId}`}>
        <span className={styles.front}>{name.slice(0, -tail)}</span>
        <span className={styles.tail}>{name.slice(-tail)}</span>
      </span>
      {notes.length === 0 ? null : (
        <span className={styles.mark} title={notes.join('\n')}>
          <Icon name={document.catchingUp ? 'clock' : 'info'} size={12} />
          <VisuallyHidden>{notes.join('; ')}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}

/** What tells files of a batch apart stands at their end: it is cut off last. */
const tail = 10;
