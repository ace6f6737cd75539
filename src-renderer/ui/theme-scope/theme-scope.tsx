import { useState, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { PortalContainer } from './portal-container.ts';
import styles from './theme-scope.module.css';

export interface ThemeScopeProps {
  readonly theme: 'light' | 'dark';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** One theme for everything inside, popups included, whatever the page around it uses. */
export function ThemeScope({ theme, className, children }: ThemeScopeProps) {
  const [popups, setPopups] = useState<HTMLElement | null>(null);
  return (
    <div data-theme={theme} className={classNames(styles.scope, className)}>
      <PortalContainer value={popups}>{children}</PortalContainer>
      <div ref={setPopups} data-popups />
    </div>
  );
}
