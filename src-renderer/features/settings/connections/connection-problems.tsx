import { Note } from '#renderer/ui/note/note.tsx';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import styles from './connections-desk.module.css';

interface ConnectionProblemsProps {
  readonly problems: readonly { readonly path: string; readonly problem: string }[];
}

/** Where in the file, and what is expected there; the entries without problems are listed below. */
export function ConnectionProblems({ problems }: ConnectionProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <section className={styles.problems} aria-label="Problems in the file" ref={makeScrollReachable}>
      <Note tone="bad" flat>
        <b>{problems.length === 1 ? 'One problem' : `${problems.length} problems`} in connections.json.</b>{' '}
        What it concerns cannot be opened until the file is put right and read again.
        <dl>
          {problems.map(({ path, problem }) => (
            <ProblemRow key={`${path} ${problem}`} path={path} problem={problem} />
          ))}
        </dl>
      </Note>
    </section>
  );
}

function ProblemRow({ path, problem }: { readonly path: string; readonly problem: string }) {
  return (
    <>
      <dt>{path === '' ? 'the whole file' : path}</dt>
      <dd>{problem}</dd>
    </>
  );
}
