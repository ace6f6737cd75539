import { Dialog as Base } from '@base-ui/react/dialog';
import { useRef, type ReactNode, type RefObject } from 'react';
import { isInAnotherModal } from '../focus/is-in-another-modal.ts';
import { usePortalContainer } from '../theme-scope/portal-container.ts';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './command-dialog.module.css';

export interface CommandDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Read out when it opens; the field at its top is all the heading that eyes need. */
  readonly title: string;
  readonly initialFocus: RefObject<HTMLElement | null>;
  /** Asked when it closes: true for the focus to go where it was before, false once it has a place. */
  readonly finalFocus: () => boolean;
  readonly children: ReactNode;
}

/** A dialog without head or foot that hangs from the upper third, where the eyes already are. */
export function CommandDialog({
  open,
  onClose,
  title,
  initialFocus,
  finalFocus,
  children,
}: CommandDialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal container={usePortalContainer()}>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            data-modal
            className={styles.dialog}
            initialFocus={initialFocus}
            finalFocus={() => !isInAnotherModal(popup.current) && finalFocus()}
            ref={popup}
          >
            <Base.Title render={<VisuallyHidden />}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
