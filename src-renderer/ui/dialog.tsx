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
  /** Chips beside the title: the environment this will touch, what it expires in. */
  readonly aside?: ReactNode;
}

interface DialogFrameProps {
  readonly open: boolean;
  /** Escape, the close button and, unless it is sticky, a press outside. */
  readonly onClose: () => void;
  readonly size?: 'sm' | 'md' | 'lg' | 'xl' | undefined;
  /** A press outside does not close it, for dialogs in which something was typed. */
  readonly sticky?: boolean | undefined;
  /** A function may set the focus itself and answer false. */
  readonly initialFocus?: RefObject<HTMLElement | null> | (() => false) | undefined;
  /** Who has the focus afterwards where what had it before is gone, or no longer the one that Tab comes to. */
  readonly focusAfter?: (() => HTMLElement | null) | undefined;
  /** Body and foot: DialogBody, DialogFoot. */
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

/** For a dialog that becomes another one while it is open: its content brings the DialogHead. */
export function DialogFrame(props: DialogFrameProps) {
  const popup = useRef<HTMLDivElement>(null);
  const { open, onClose, size = 'md', sticky = false, initialFocus, focusAfter, children } = props;
  const before = useRef<Element>(null);
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement;
  }, [open]);
  useEffect(() => {
    if (!open) return undefined;
    // What has closed meanwhile may give the focus back late, to the page behind this one.
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

/** What is read out when the dialog opens, after its title. */
export function DialogDescription({ children }: { readonly children: ReactNode }) {
  return <Base.Description className={styles.description}>{children}</Base.Description>;
}

/** Buttons at the end, the safe one first; `start` is for a sentence about what will happen. */
export function DialogFoot({ start, children }: { start?: ReactNode; children: ReactNode }) {
  return (
    <footer className={styles.foot}>
      {start === undefined ? null : <div className={styles.footStart}>{start}</div>}
      {children}
    </footer>
  );
}

/** Opened by a key while the page itself had the focus: the library would rather have its first control. */
function focusBack(before: Element | null, after: DialogFrameProps['focusAfter']): boolean | HTMLElement {
  if (before?.isConnected === false) return after?.() ?? true;
  if (!(before instanceof HTMLElement) || before.tabIndex >= 0) return true;
  const next = after?.() ?? before;
  queueMicrotask(() => next.focus());
  return false;
}

/** The first field, else the safe button at the foot; the close button in the head comes last. */
function firstStop(popup: HTMLElement | null): HTMLElement | true {
  const field = popup?.querySelector<HTMLElement>('input:not(:disabled), textarea:not(:disabled)');
  return (
    (field instanceof HTMLInputElement ? chosenOf(field) : field) ??
    popup?.querySelector<HTMLElement>('footer button:not([aria-disabled])') ??
    true
  );
}

/** Of a choice, what is chosen already: a key may have come before the focus. */
function chosenOf(field: HTMLInputElement): HTMLInputElement {
  if (field.type !== 'radio' || field.form === null) return field;
  const chosen = field.form.querySelectorAll<HTMLInputElement>('[type=radio]:checked');
  return [...chosen].find(({ name }) => name === field.name) ?? field;
}

interface DialogHeadProps {
  readonly title: string;
  /** Chips right after the title. */
  readonly beside?: ReactNode;
  readonly aside?: ReactNode;
}

/** Of dialogs and drawers alike: the title, what stands beside it, and the way out. */
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

/** Draws nothing. What is inside one element keeps the focus inside it: there `next` takes it. */
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
