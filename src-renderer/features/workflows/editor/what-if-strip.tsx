import { Icon } from '#renderer/ui/icon/icon.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import type { WhatIfFigure } from './what-if-figures.ts';
import styles from './what-if-strip.module.css';

/** As it is now, and as the draft would have it. */
export function WhatIfStrip({ figures }: { readonly figures: readonly WhatIfFigure[] }) {
  return (
    <section className={styles.strip} aria-label="What the draft would change">
      {figures.map(({ id, label, live, draft, difference, tone, sub, title }) => (
        <div key={id} className={styles.figure} title={title}>
          <div className={styles.label}>{label}</div>
          <div className={styles.row}>
            {live === null ? null : (
              <>
                <VisuallyHidden>now </VisuallyHidden>
                <span className={styles.live}>{live}</span>
                <Icon name="right" size={12} className={styles.arrow} />
                <VisuallyHidden> then </VisuallyHidden>
              </>
            )}
            <span className={styles.draft} data-quiet={isWord(draft) || undefined}>
              {draft}
            </span>
          </div>
          <div className={styles.sub}>
            {difference === null ? null : (
              <b className={styles.difference} data-tone={tone}>
                {difference}
              </b>
            )}{' '}
            {sub}
          </div>
        </div>
      ))}
    </section>
  );
}

function isWord(text: string): boolean {
  return /^[a-z]+( [a-z]+)?$/.test(text);
}
