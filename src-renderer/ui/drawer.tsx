import { Dialog as Base } from '@base-ui/react/dialog';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import dialog from './dialog.module.css';
import { DialogHead } from './dialog.tsx';
import { usePortalContainer } from './theme-scope.tsx';
import styles from './drawer.module.css';

interface DrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly aside?: ReactNode;
  readonly wide?: boolean | undefined;
  /** Takes the whole width but for an edge, for a list and its opened item. */
  readonly width?: 'whole' | undefined;
  /** The children are the body and the foot: DialogBody, DialogFoot. */
  readonly children: ReactNode;
}

/** Shows one item in detail, with the list that it came from still visible on the left. */
export function Drawer({ open, onClose, title, aside, wide = false, width, children }: DrawerProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal container={usePortalContainer()}>
        <Base.Backdrop className={dialog.backdrop} />
        <Base.Viewport className={styles.viewport}>
          {/* The popup takes the focus and not its Close button, whose tooltip would take the first Escape. */}
          <Base.Popup
            data-modal
            ref={popup}
            initialFocus={popup}
            className={classNames(styles.drawer, wide && styles.wide, width === 'whole' && styles.whole)}
          >
            <DialogHead title={title} aside={aside} />
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
