import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { Kbd } from './kbd.tsx';
import { usePortalContainer } from './theme-scope.tsx';
import styles from './floating.module.css';

interface TooltipProps {
  /** A tooltip must never be the only place of needed information, since touch or a screen reader may not get it. */
  readonly content: ReactNode;
  readonly shortcut?: string | undefined;
  readonly side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  readonly align?: 'start' | 'center' | 'end' | undefined;
  readonly disabled?: boolean | undefined;
  readonly defaultOpen?: boolean | undefined;
  /** The child is one element that accepts a ref and the usual DOM props. */
  readonly children: ReactElement;
}

export function Tooltip(props: TooltipProps) {
  const {
    content,
    shortcut,
    side = 'top',
    align = 'center',
    disabled = false,
    defaultOpen,
    children,
  } = props;
  return (
    <Base.Root disabled={disabled} defaultOpen={defaultOpen}>
      <Base.Trigger render={children} delay={450} />
      <Base.Portal container={usePortalContainer()}>
        <Base.Positioner
          className={styles.tooltipPositioner}
          side={side}
          align={align}
          sideOffset={7}
          collisionPadding={8}
        >
          <Base.Popup className={styles.tip}>
            <span>{content}</span>
            {shortcut === undefined ? null : <Kbd keys={shortcut} decorative />}
            <Base.Arrow className={styles.arrow} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** The provider wraps the app once. After one tooltip has shown, its neighbours show without the delay. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return <Base.Provider>{children}</Base.Provider>;
}
