import type { JsonChange } from '#shared/domain/dead-letters/json-diff.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { Note } from '#renderer/ui/note/note.tsx';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import type { EditedBody } from './edited-body.ts';
import styles from './edit.module.css';

/** Every value that differs, by its path, and what a reader of the original may stumble over. */
export function BodyChanges({ edited: { changes, otherShape } }: { readonly edited: EditedBody }) {
  return (
    <aside ref={makeScrollReachable} className={styles.side} aria-label="What is different">
      <h3 className={styles.title}>{titleOf(changes.length)}</h3>
      {changes.length === 0 ? <p className={styles.quiet}>It says the same as the original.</p> : null}
      <ul className={styles.changes}>
        {changes.slice(0, mostShown).map((change) => (
          <Change key={change.path} change={change} />
        ))}
      </ul>
      {changes.length <= mostShown ? null : (
        <p className={styles.quiet}>And {grouped(changes.length - mostShown)} more.</p>
      )}
      {otherShape.length === 0 ? (
        changes.length === 0 ? null : (
          <p className={styles.quiet}>The same keys, with values of the same types, as the original.</p>
        )
      ) : (
        <Note tone="warn" live>
          <b>Of another shape than the original: it goes only with a reason.</b>
          <ul className={styles.shape}>
            {otherShape.slice(0, mostShown).map(({ path, says }) => (
              <li key={`${path} ${says}`}>
                {path === '' ? null : <code>{path.slice(1)}</code>} {says}
              </li>
            ))}
          </ul>
        </Note>
      )}
    </aside>
  );
}

function Change({ change: { path, before, after } }: { readonly change: JsonChange }) {
  return (
    <li className={styles.change}>
      <code className={styles.path}>{path === '' ? 'the whole body' : path.replace(/^\./, '')}</code>
      {before === null ? null : (
        <del className={styles.before}>
          <span aria-hidden>− </span>
          {shortened(before)}
        </del>
      )}
      {after === null ? null : (
        <ins className={styles.after}>
          <span aria-hidden>+ </span>
          {shortened(after)}
        </ins>
      )}
    </li>
  );
}

function titleOf(count: number): string {
  if (count === 0) return 'Nothing is different';
  return count === 1 ? '1 value is different' : `${grouped(count)} values are different`;
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

const mostShown = 100;
const longest = 400;
