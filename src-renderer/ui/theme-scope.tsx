import { createContext, useContext, useState, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './floating.module.css';

interface ThemeScopeProps {
  readonly theme: 'light' | 'dark';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Applies one theme to everything inside, including popups, whatever theme the page uses. */
export function ThemeScope({ theme, className, children }: ThemeScopeProps) {
  const [popups, setPopups] = useState<HTMLElement | null>(null);
  return (
    <div data-theme={theme} className={classNames(styles.scope, className)}>
      <PortalContainer value={popups}>{children}</PortalContainer>
      <div ref={setPopups} data-popups />
    </div>
  );
}

/**
 * Popups of this part of the page are placed here; undefined means the end of the body. A nested theme
 * provides its own element so that its menus and dialogs keep its colours, and null until that element
 * exists.
 */
const PortalContainer = createContext<HTMLElement | null | undefined>(undefined);

export function usePortalContainer(): HTMLElement | null | undefined {
  return useContext(PortalContainer);
}
