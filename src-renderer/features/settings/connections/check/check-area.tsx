import { useState } from 'react';
import { Disclosure } from '#renderer/ui/disclosure/disclosure.tsx';
import { PaneHead } from '#renderer/ui/pane/pane.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import styles from './check-part.module.css';
import { CheckRow } from './check-row.tsx';
import type { AreaOfReport } from './check-words.ts';

/** What somebody has to look at stands open; what works is folded away. */
export function CheckAreaPart({ area }: { readonly area: AreaOfReport }) {
  const { title, hint, problems, rest, restWords } = area;
  const [isOpen, setOpen] = useState(false);
  // Who one is in which account is worth reading each time.
  const isFolded = area.area !== 'identity';
  const shown = isFolded ? problems : [...problems, ...rest];
  return (
    <section className={styles.area} aria-label={title}>
      {shown.length === 0 ? null : (
        <>
          <PaneHead title={title} level={4} hint={hint} />
          <ul>
            {shown.map((check) => (
              <CheckRow key={check.id} check={check} />
            ))}
          </ul>
        </>
      )}
      {rest.length === 0 || !isFolded ? null : (
        <Disclosure
          line={false}
          title={
            shown.length === 0 ? (
              <span className={styles.title}>{title}</span>
            ) : (
              <span className={styles.rest}>
                <VisuallyHidden>{title}: </VisuallyHidden>
                {restWords}
              </span>
            )
          }
          hint={shown.length === 0 ? restWords : undefined}
          open={isOpen}
          onOpen={setOpen}
        >
          <ul>
            {rest.map((check) => (
              <CheckRow key={check.id} check={check} />
            ))}
          </ul>
        </Disclosure>
      )}
    </section>
  );
}
