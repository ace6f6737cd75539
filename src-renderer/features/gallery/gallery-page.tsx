import { useEffect, useState } from 'react';
import { BrandMark } from '#renderer/ui/brand/brand-mark.tsx';
import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import { Switch } from '#renderer/ui/switch/switch.tsx';
import { ThemeScope } from '#renderer/ui/theme-scope/theme-scope.tsx';
import { ToastProvider } from '#renderer/ui/toast/toast-provider.tsx';
import { TooltipProvider } from '#renderer/ui/tooltip/tooltip.tsx';
import styles from './gallery-page.module.css';
import { GallerySheet } from './gallery-sheet.tsx';

type Shown = 'dark' | 'light' | 'both';

/** Every component in every state; what the accessibility and screenshot tests walk. */
export function GalleryPage() {
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
