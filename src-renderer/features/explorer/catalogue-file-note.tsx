import type { OutputOf } from '#shared/contract/contract.ts';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import { Note } from '#renderer/ui/note/note.tsx';
import styles from './explorer-page.module.css';

export interface CatalogueFileNoteProps {
  readonly file: NonNullable<OutputOf<'catalogue.read'>['file']>;
}

/** What is wrong with a team's own catalogue: where in the file, what stands there and what is expected. */
export function CatalogueFileNote({ file: { path, problems } }: CatalogueFileNoteProps) {
  return (
    <Note tone="warn" flat>
      <b>
        {problems.length === 1 ? 'One problem' : `${String(problems.length)} problems`} in {path}.
      </b>{' '}
      A system with a problem is not shown; correct the file and start Sluice again.
      <ul ref={makeScrollReachable} className={styles.problems}>
        {problems.map((problem) => (
          <li key={`${problem.path} ${problem.problem}`}>
            <code>{problem.path === '' ? 'the file' : problem.path}</code>
            {problem.value === '' ? null : (
              <>
                {' '}
                is <code>{problem.value}</code>
              </>
            )}
            : {problem.problem}
          </li>
        ))}
      </ul>
    </Note>
  );
}
