import type { Check } from '#shared/contract/connections/check.ts';
import { Chip } from '#renderer/ui/chip/chip.tsx';
import { CheckDifferences } from './check-differences.tsx';
import styles from './check-part.module.css';
import { stateLooks, tookWords } from './check-words.ts';

/** One call: what became of it, what that means, and what was asked of what. */
export function CheckRow({ check }: { readonly check: Check }) {
  const { title, state, told, action, resource, differences, ms } = check;
  const { word, tone, icon } = stateLooks[state];
  return (
    <li className={styles.row}>
      <div className={styles.state}>
        <Chip tone={tone} icon={icon}>
          {word}
        </Chip>
      </div>
      <div className={styles.what}>
        <p className={styles.title}>{title}</p>
        <p className={styles.told}>{told}</p>
        {action === null && resource === null ? null : (
          <p className={styles.asked}>
            {action === null ? null : <code>{action}</code>}{' '}
            {resource === null ? null : <code>{resource}</code>}
          </p>
        )}
        {differences.length === 0 ? null : <CheckDifferences of={title} differences={differences} />}
      </div>
      <span className={styles.ms}>{state === 'not-checked' ? '' : tookWords(ms)}</span>
    </li>
  );
}
