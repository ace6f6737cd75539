import { Note } from '#renderer/ui/note.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { FilePreview } from '#shared/contract/connections.ts';
import type { Failure } from '#shared/contract/result.ts';
import { counted } from '#shared/domain/formatting.ts';
import { messages } from '../messages.ts';
import styles from './file-difference.module.css';

type Line = FilePreview['lines'][number];

interface FileDifferenceProps {
  readonly label: string;
  readonly lines: readonly Line[];
}

/** Shows the added and removed lines of a file with a few unchanged ones around them. */
export function FileDifference({ label, lines }: FileDifferenceProps) {
  return (
    <div className={styles.well} ref={makeScrollReachable}>
      <ol className={styles.lines} aria-label={label}>
        {foldUnchanged(lines).map((line) =>
          line.kind === 'folded' ? (
            <li key={line.at} className={styles.folded}>
              {counted(line.count, 'unchanged line')}
            </li>
          ) : (
            <li key={line.at} className={styles[line.kind]}>
              <span className={styles.sign} aria-hidden>
                {signs[line.kind]}
              </span>
              {line.kind === 'same' ? null : <VisuallyHidden>{line.kind}: </VisuallyHidden>}
              <code>{line.text}</code>
            </li>
          ),
        )}
      </ol>
    </div>
  );
}

const signs = { same: '', added: '+', removed: '−' } as const;

type Shown =
  | (Line & { readonly at: number })
  | { readonly kind: 'folded'; readonly at: number; readonly count: number };

/** Keeps three lines around each change, and folds the others where that saves more than one line. */
export function foldUnchanged(lines: readonly Line[]): readonly Shown[] {
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - around), index + around + 1).some(({ kind }) => kind !== 'same'),
  );
  const shown: Shown[] = [];
  for (let index = 0; index < lines.length;) {
    const next = isNear.indexOf(true, index);
    const end = next === -1 ? lines.length : next;
    if (end - index > 1) shown.push({ kind: 'folded', at: index, count: end - index });
    const from = end - index > 1 ? end : index;
    const line = lines[from];
    if (line === undefined) break;
    shown.push({ ...line, at: from });
    index = from + 1;
  }
  return shown;
}

const around = 3;

export function hasChange(lines: readonly Line[]): boolean {
  return lines.some(({ kind }) => kind !== 'same');
}

interface SaveProblemsProps {
  readonly refused: 'conflict' | 'mistakes' | undefined;
  readonly failure: Failure | undefined;
}

/** Says why the last save wrote nothing. */
export function SaveProblems({ refused, failure }: SaveProblemsProps) {
  return (
    <>
      {refused === undefined ? null : (
        <Note tone="bad" live>
          {messages.remove[refused]}
        </Note>
      )}
      {failure === undefined ? null : (
        <Note tone="bad" live>
          {failure.message}
        </Note>
      )}
    </>
  );
}
