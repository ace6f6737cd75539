import { useQuery } from '@tanstack/react-query';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Note } from '#renderer/ui/note/note.tsx';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import styles from '../activity-page.module.css';
import { chainWords } from './chain-words.ts';

/** Whether the trail holds, said plainly; where it does not, which file, where, and what that means. */
export function Chains() {
  const query = useQuery({ ...operationOptions('audit.verify', {}), refetchOnMount: 'always' });
  if (query.error !== null && query.data === undefined) {
    return (
      <Note tone="warn" flat>
        <b>The chains were not verified.</b> {query.error.failure.message}
      </Note>
    );
  }
  if (query.data === undefined) return null;
  const { chains } = query.data.value;
  const { parts, tone } = chainWords(query.data.value);
  if (tone !== 'bad') {
    return (
      <div className={styles.chains}>
        {tone === 'good' ? <StatusGlyph glyph="succeeded" /> : null}
        {parts.join(' · ')}
      </div>
    );
  }
  return (
    <Note tone="bad" flat live>
      <b>{parts.join(' · ')}.</b> Entries before the fault hold; those after it prove nothing.
      <ul>
        {chains
          .filter(({ state }) => state === 'broken')
          .map(({ file, line, problem }) => (
            <li key={file}>
              <code>
                {file}
                {line === null ? '' : `:${String(line)}`}
              </code>
              : {problem}
            </li>
          ))}
      </ul>
    </Note>
  );
}
