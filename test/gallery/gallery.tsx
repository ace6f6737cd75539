import '#renderer/styles/tokens.css';
import '#renderer/styles/fonts.css';
import '#renderer/styles/base.css';
import '#renderer/styles/forced-colors.css';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrandMark } from '#renderer/ui/brand-mark.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Switch } from '#renderer/ui/switch.tsx';
import { ThemeScope } from '#renderer/ui/theme-scope.tsx';
import { ToastProvider } from '#renderer/ui/toast.tsx';
import { TooltipProvider } from '#renderer/ui/tooltip.tsx';
import { actionSections } from './action-sections.tsx';
import { dataSections } from './data-sections.tsx';
import type { GallerySection } from './example.tsx';
import { choiceSections, fieldSections } from './field-sections.tsx';
import { foundationSections } from './foundation-sections.tsx';
import styles from './gallery.module.css';
import { overlaySections } from './overlay-sections.tsx';
import { stateSections, statusSections } from './status-sections.tsx';
import { wayfindingSections } from './wayfinding-sections.tsx';

type Shown = 'dark' | 'light' | 'both';

/** Shows every component in every state for the accessibility and screenshot tests. */
function GalleryPage() {
  const [shown, setShown] = useState<Shown>(askedTheme);
  const [calm, setCalm] = useState(false);
  const [first, second] = shown === 'both' ? (['dark', 'light'] as const) : [shown];
  useHashScroll();

  return (
    <TooltipProvider>
      <ThemeScope theme={first} className={styles.page}>
        <header className={styles.head}>
          <BrandMark />
          <h1 className={styles.title}>States and components</h1>
          <span className={styles.sub}>every view uses these, nothing else</span>
          <div className={styles.tools}>
            <Switch label="Reduced motion" checked={calm} onChange={setCalm} />
            <Segmented label="Theme" value={shown} onChange={setShown} options={themeOptions} />
          </div>
        </header>
        <main className={styles.scroll} data-motion={calm ? 'reduced' : undefined}>
          <ToastProvider label={`Notifications, ${first}`}>
            <div className={styles.theme}>
              <GallerySheet idSuffix="" />
            </div>
          </ToastProvider>
          {second === undefined ? null : (
            <ThemeScope theme={second} className={styles.theme}>
              <ToastProvider label={`Notifications, ${second}`}>
                <GallerySheet idSuffix={`-${second}`} />
              </ToastProvider>
            </ThemeScope>
          )}
        </main>
      </ThemeScope>
    </TooltipProvider>
  );
}

const themeOptions = [
  { value: 'dark', label: 'Dark', icon: 'themeDark' },
  { value: 'light', label: 'Light', icon: 'themeLight' },
  { value: 'both', label: 'Both', icon: 'columns' },
] as const;

/** `?theme=light` and `?theme=both` open the page that way, for links and for tests. */
function askedTheme(): Shown {
  const asked = new URLSearchParams(window.location.search).get('theme');
  return asked === 'light' || asked === 'both' ? asked : 'dark';
}

/** The sections are drawn after the browser has looked for the anchor. */
function useHashScroll(): void {
  useEffect(() => {
    const id = decodeURIComponent(window.location.hash.slice(1));
    if (id !== '') document.getElementById(id)?.scrollIntoView();
  }, []);
}

/** Shows the sections in one theme. The suffix keeps ids apart when both themes are on the page. */
function GallerySheet({ idSuffix }: { readonly idSuffix: string }) {
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

/** Lists every component of the design system in the order of the page. */
const gallerySections: readonly GallerySection[] = [
  ...stateSections,
  ...actionSections,
  ...fieldSections,
  ...choiceSections,
  ...statusSections,
  ...dataSections,
  ...wayfindingSections,
  ...overlaySections,
  ...foundationSections,
];

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root to draw in.');

createRoot(root).render(
  <StrictMode>
    <GalleryPage />
  </StrictMode>,
);
