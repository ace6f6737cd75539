import type { AuditPage } from '#shared/contract/jobs/audit.ts';
import { Note } from '#renderer/ui/note/note.tsx';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import styles from '../activity-page.module.css';
import { chainWords } from './audit-words.ts';

/** Whether the trail holds, said plainly; where it does not, which file, where, and what that means. */
export function Chains({ chains }: Pick<AuditPage, 'chains'>) {
  const { text, isBroken } = chainWords(chains);
  if (!isBroken) {
    return (
      <div className={styles.chains}>
        <StatusGlyph glyph="succeeded" />
        {text}
      </div>
    );
  }
  return (
    <Note tone="bad" flat>
      <b>{text}</b> Entries before the break hold; those after it prove nothing.
      <ul>
        {chains
          .filter(({ state }) => state === 'broken')
          .map(({ file, problem }) => (
            <li key={file}>
              <code>{file}</code>: {problem}
            </li>
          ))}
      </ul>
    </Note>
  );
}
