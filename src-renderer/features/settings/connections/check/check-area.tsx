import { useId, useState } from 'react';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import styles from './check-part.module.css';
import { CheckRow } from './check-row.tsx';
import type { AreaOfReport } from './check-words.ts';

/** What somebody has to look at stands open; what works is folded away. */
export function CheckAreaPart({ area }: { readonly area: AreaOfReport }) {
  const { title, hint, problems, rest, restWords } = area;
  const [isOpen, setOpen] = useState(false);
  const restId = useId();
  // Who one is in which account is worth reading each time.
  const isFolded = area.area !== 'identity';
  const shown = isFolded ? problems : [...problems, ...rest];
  return (
    <section className={styles.area} aria-label={title}>
      {shown.length === 0 ? null : (
        <>
          <h4 className={styles.areaHead}>
            {title} <span className={styles.hint}>{hint}</span>
          </h4>
          <ul>
            {shown.map((check) => (
              <CheckRow key={check.id} check={check} />
            ))}
          </ul>
        </>
      )}
      {rest.length === 0 || !isFolded ? null : (
        <>
          <button
            type="button"
            className={styles.fold}
            aria-expanded={isOpen}
            aria-controls={isOpen ? restId : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'down' : 'right'} size={12} />
            {shown.length === 0 ? <b>{title}</b> : <VisuallyHidden>{title}:</VisuallyHidden>}{' '}
            <span className={styles.hint}>{restWords}</span>
          </button>
          {isOpen ? (
            <ul id={restId}>
              {rest.map((check) => (
                <CheckRow key={check.id} check={check} />
              ))}
            </ul>
          ) : null}
        </>
      )}
    </section>
  );
}
