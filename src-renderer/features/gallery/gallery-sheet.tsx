import { classNames } from '#renderer/ui/class-names.ts';
import styles from './gallery-page.module.css';
import type { GallerySection } from './gallery-section.ts';
import { gallerySections } from './gallery-sections.tsx';

/** One theme's worth of sections. The suffix keeps ids apart when both themes are on the page. */
export function GallerySheet({ idSuffix }: { readonly idSuffix: string }) {
  return (
    <div className={styles.sheet}>
      {gallerySections.map((section) => (
        <Cell key={section.id} section={section} id={`${section.id}${idSuffix}`} />
      ))}
    </div>
  );
}

function Cell({ section, id }: { readonly section: GallerySection; readonly id: string }) {
  const { title, note, span, Section } = section;
  return (
    <article id={id} aria-labelledby={`${id}-title`} className={classNames(styles.cell, span && spans[span])}>
      <div className={styles.cellHead}>
        <h2 id={`${id}-title`}>
          <a className={styles.cellTitle} href={`#${id}`}>
            {title}
          </a>
        </h2>
        <span className={styles.note} title={note}>
          {note}
        </span>
      </div>
      <Section />
    </article>
  );
}

const spans = { 2: styles.span2, 3: styles.span3, all: styles.spanAll } as const;
