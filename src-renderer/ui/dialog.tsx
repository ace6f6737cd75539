import { Dialog as Base } from '@base-ui/react/dialog';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { isInAnotherModal, watchFocus } from './focus.ts';
import { makeScrollReachable } from './make-scroll-reachable.ts';
import { usePortalContainer } from './theme-scope.tsx';

interface DialogProps extends DialogFrameProps {
  readonly title: string;
  /** Chips stand beside the title, such as the affected environment or the time until something expires. */
  readonly aside?: ReactNode;
}

interface DialogFrameProps {
  readonly open: boolean;
  /** This is called on Escape, on the close button and, unless the dialog is sticky, on a press outside. */
  readonly onClose: () => void;
  readonly size?: 'sm' | 'md' | 'lg' | 'xl' | undefined;
  /** A press outside does not close a sticky dialog, in which something may have been typed. */
  readonly sticky?: boolean | undefined;
  /** A function may set the focus itself and return false. */
  readonly initialFocus?: RefObject<HTMLElement | null> | (() => false) | undefined;
  /** Returns the element to focus after closing if the previous one is gone or can no longer be reached with Tab. */
  readonly focusAfter?: (() => HTMLElement | null) | undefined;
  /** The children are the body and the foot: DialogBody, DialogFoot. */
  readonly children: ReactNode;
}

export function Dialog({ title, aside, children, ...frame }: DialogProps) {
  return (
    <DialogFrame {...frame}>
      <DialogHead title={title} aside={aside} />
      {children}
    </DialogFrame>
  );
}

/**
 * Frames a dialog whose content changes into another one while it is open, so the content brings its own
 * DialogHead.
 */
export function DialogFrame(props: DialogFrameProps) {
  const popup = useRef<HTMLDivElement>(null);
  const { open, onClose, size = 'md', sticky = false, initialFocus, focusAfter, children } = props;
  const before = useRef<Element>(null);
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement;
  }, [open]);
  useEffect(() => {
    if (!open) return undefined;
    // Another popup that closed meanwhile may return the focus late, to the page behind this dialog.
    const bringBack = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || target.closest('main') === null) return;
      const stop = firstStop(popup.current);
      (stop === true ? popup.current : stop)?.focus();
    };
    document.addEventListener('focusin', bringBack);
    return () => document.removeEventListener('focusin', bringBack);
  }, [open]);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()} disablePointerDismissal={sticky}>
      <Base.Portal container={usePortalContainer()}>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            className={classNames(styles.dialog, size !== 'md' && styles[size])}
            data-modal
            ref={popup}
            initialFocus={initialFocus ?? (() => firstStop(popup.current))}
            finalFocus={() => !isInAnotherModal(popup.current) && focusBack(before.current, focusAfter)}
          >
            <FocusKeptIn next={() => popup.current} />
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

export function DialogBody({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <div ref={makeScrollReachable} className={classNames(styles.body, className)}>
      {children}
    </div>
  );
}

/** The description is read out after the title when the dialog opens. */
export function DialogDescription({ children }: { readonly children: ReactNode }) {
  return <Base.Description className={styles.description}>{children}</Base.Description>;
}

/** Buttons stand at the end with the safe one first; `start` is for a sentence about what will happen. */
export function DialogFoot({ start, children }: { start?: ReactNode; children: ReactNode }) {
  return (
    <footer className={styles.foot}>
      {start === undefined ? null : <div className={styles.footStart}>{start}</div>}
      {children}
    </footer>
  );
}

/**
 * If the page itself had the focus before, it gets the focus back, because the library would focus its first
 * control.
 */
function focusBack(before: Element | null, after: DialogFrameProps['focusAfter']): boolean | HTMLElement {
  if (before?.isConnected === false) return after?.() ?? true;
  if (!(before instanceof HTMLElement) || before.tabIndex >= 0) return true;
  // The page may be about to change with what the dialog did, and is asked where the focus goes once it has.
  queueMicrotask(() => (after?.() ?? before).focus());
  return false;
}

/** Returns the first field, or else the safe button at the foot; the close button in the head comes last. */
function firstStop(popup: HTMLElement | null): HTMLElement | true {
  const field = popup?.querySelector<HTMLElement>('input:not(:disabled), textarea:not(:disabled)');
  return (
    (field instanceof HTMLInputElement ? findChosen(field) : field) ??
    popup?.querySelector<HTMLElement>('footer button:not([aria-disabled])') ??
    true
  );
}

/** Returns the chosen option of a radio group, because a key may have changed the choice before the focus arrives. */
function findChosen(field: HTMLInputElement): HTMLInputElement {
  if (field.type !== 'radio' || field.form === null) return field;
  const chosen = field.form.querySelectorAll<HTMLInputElement>('[type=radio]:checked');
  return [...chosen].find(({ name }) => name === field.name) ?? field;
}

interface DialogHeadProps {
  readonly title: string;
  /** These chips stand right after the title. */
  readonly beside?: ReactNode;
  readonly aside?: ReactNode;
}

/** Dialogs and drawers share this head, with a title, chips beside it and the close button. */
export function DialogHead({ title, beside, aside }: DialogHeadProps) {
  return (
    <header className={styles.head}>
      <Base.Title className={styles.title} title={title}>
        {title}
      </Base.Title>
      {beside}
      <div className={styles.headEnd}>
        {aside}
        <Base.Close render={<IconButton icon="close" label="Close" size="sm" tooltipSide="bottom" />} />
      </div>
    </header>
  );
}

/**
 * Draws nothing, but keeps the focus inside one element: when the focus is lost there, the element that
 * `next` returns takes it.
 */
function FocusKeptIn({ next }: { readonly next: () => HTMLElement | null }) {
  const take = useEffectEvent(() => next());
  useEffect(() => {
    const root = take();
    if (root === null) return undefined;
    const unwatch = watchFocus(root, () => take()?.focus({ preventScroll: true }));
    return () => void unwatch();
  }, []);
  return null;
}
