import type { ReviewDocument } from '#shared/contract/review/document.ts';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import styles from './checks.module.css';

interface CheckListProps {
  readonly checks: ReviewDocument['checks'];
  /** What was checked has been changed since. */
  readonly isOld: boolean;
}

/** What the pipeline checked of the values as they were read; those that failed first. */
export function CheckList({ checks, isOld }: CheckListProps) {
  if (checks.length === 0) return null;
  const failed = checks.filter(({ passed }) => !passed);
  const passed = checks.filter((check) => check.passed);
  return (
    <section className={styles.checks} aria-label="Checks">
      <h3 className={styles.title}>
        Checks{isOld ? <span className={styles.old}>made of what was read, before your changes</span> : null}
      </h3>
      <ul>
        {[...failed, ...passed].map(({ name, passed: isPassed, detail }, at) => (
          <li key={`${String(at)} ${name}`} className={styles.check} data-failed={isPassed ? undefined : ''}>
            <Icon name={isPassed ? 'check' : 'close'} size={12} />
            <span className={styles.name}>
              {name}
              <VisuallyHidden>{isPassed ? ', passed' : ', failed'}</VisuallyHidden>
            </span>
            {detail === '' ? null : <span className={styles.detail}>{detail}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
