import { Toast as Base } from '@base-ui/react/toast';
import { useEffect, useMemo, type CSSProperties, type ReactNode } from 'react';
import { Button, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { isSingleKey, latinKey, useSingleKeys } from './keys.ts';
import progress from './progress.module.css';
import { StatusGlyph } from './status.tsx';
import { usePortalContainer } from './theme-scope.tsx';
import styles from './toast.module.css';

interface ToastProviderProps {
  /** The label names the landmark if a page has more than one. */
  readonly label?: string | undefined;
  readonly source?: ToastSource | undefined;
  readonly children: ReactNode;
}

/**
 * Shows three toasts at a time at the bottom left for 8 seconds, and keeps ten. Hovering or focusing them stops the
 * clock, and F6 goes there.
 */
export function ToastProvider({ label = 'Notifications', source, children }: ToastProviderProps) {
  return (
    <Base.Provider toastManager={source?.manager} timeout={toastTimeoutMs} limit={3}>
      {children}
      <Base.Portal container={usePortalContainer()}>
        <Base.Viewport className={styles.viewport} aria-label={label}>
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function ToastList() {
  const { toasts, close } = Base.useToastManager<ToastData>();
  useToastKeys(toasts, close);
  useMostToasts(toasts, close);
  return toasts.map((toast) => {
    const key = toast.data?.action?.shortcut;
    const hearsKey = key !== undefined && hearerOf(toasts, key) === toast;
    return <ToastCard key={toast.id} toast={toast} hearsKey={hearsKey} />;
  });
}

interface ToastCardProps {
  readonly toast: Base.Root.ToastObject<ToastData>;
  /** If several toasts offer the same key, only the newest gets it. */
  readonly hearsKey: boolean;
}

function ToastCard({ toast, hearsKey }: ToastCardProps) {
  const action = toast.data?.action;
  return (
    <Base.Root toast={toast} className={styles.toast} swipeDirection="left">
      <Base.Content className={styles.content} data-long={toast.description === undefined ? undefined : ''}>
        <ToastMark data={toast.data} />
        <div className={styles.text}>
          <Base.Title className={styles.title} render={<div />} />
          <Base.Description className={styles.detail} render={<div />} />
        </div>
        {action === undefined ? null : (
          <Base.Close
            render={
              <Button
                size="sm"
                className={styles.action}
                shortcut={hearsKey ? action.shortcut : undefined}
                onClick={action.onAction}
              >
                {action.label}
              </Button>
            }
          />
        )}
        <Base.Close render={<IconButton icon="close" label="Dismiss" size="sm" className={styles.close} />} />
      </Base.Content>
    </Base.Root>
  );
}

function ToastMark({ data }: { readonly data: ToastData | undefined }) {
  if (data?.countdownMs !== undefined) {
    const time = { '--toast-time': `${String(data.countdownMs)}ms` } as CSSProperties;
    return (
      <svg className={progress.ring} viewBox="0 0 14 14" aria-hidden style={time}>
        <circle className={progress.track} cx="7" cy="7" r="5.2" />
        <circle className={styles.left} cx="7" cy="7" r="5.2" />
      </svg>
    );
  }
  return data === undefined || data.tone === 'info' ? (
    <Icon name="info" size={14} />
  ) : (
    <StatusGlyph glyph={data.tone} />
  );
}

export type ToastTone = 'info' | 'succeeded' | 'failed' | 'review';

interface ToastAction {
  readonly label: string;
  /** The shortcut is a plain key such as "U", which works everywhere but in a text field while the toast is shown. */
  readonly shortcut?: string | undefined;
  readonly onAction: () => void;
}

export interface ToastOptions {
  readonly message: ReactNode;
  readonly detail?: ReactNode;
  readonly tone?: ToastTone | undefined;
  readonly action?: ToastAction | undefined;
  /** Draws the remaining time as a ring, for actions that can still be undone. */
  readonly countdown?: boolean | undefined;
  /** The default is 8 s; 0 keeps the toast until it is closed. */
  readonly timeoutMs?: number | undefined;
  /** A toast with the same id replaces the shown one. */
  readonly id?: string | undefined;
  readonly onClose?: (() => void) | undefined;
}

interface ToastData {
  readonly tone: ToastTone;
  readonly action: ToastAction | undefined;
  readonly countdownMs: number | undefined;
}

export interface Toasts {
  readonly show: (options: ToastOptions) => string;
  readonly close: (id: string) => void;
}

const toastTimeoutMs = 8000;
const mostToasts = 10;

export function useToast(): Toasts {
  const { add, close } = Base.useToastManager<ToastData>();
  return useMemo(
    () => ({
      show: (options) => add(toBase(options)),
      close: (id) => close(id),
    }),
    [add, close],
  );
}

/** Shows toasts from code outside the components; it is passed to the ToastProvider. */
interface ToastSource {
  readonly show: Toasts['show'];
  readonly close: Toasts['close'];
  readonly manager: ReturnType<typeof Base.createToastManager<ToastData>>;
}

export function createToastSource(): ToastSource {
  const manager = Base.createToastManager<ToastData>();
  return { manager, show: (options) => manager.add(toBase(options)), close: (id) => manager.close(id) };
}

function toBase(options: ToastOptions) {
  const timeout = options.timeoutMs ?? toastTimeoutMs;
  return {
    ...(options.id === undefined ? {} : { id: options.id }),
    title: options.message,
    description: options.detail,
    timeout,
    onClose: options.onClose,
    data: {
      tone: options.tone ?? 'info',
      action: options.action,
      countdownMs: options.countdown === true && timeout > 0 ? timeout : undefined,
    },
  };
}

interface ShownToast {
  readonly id: string;
  readonly data?: ToastData | undefined;
  /** The toast waits out of sight until one of the shown toasts is gone. */
  readonly limited?: boolean | undefined;
  readonly transitionStatus?: 'starting' | 'ending' | undefined;
}

/** The clock stands still while the window is behind others, where a day's toasts would pile up. The oldest go. */
function useMostToasts(toasts: readonly ShownToast[], close: (id: string) => void): void {
  useEffect(() => {
    const open = toasts.filter(({ transitionStatus }) => transitionStatus !== 'ending');
    for (const { id } of open.slice(mostToasts)) close(id);
  }, [toasts, close]);
}

/** The newest toast that offers the pressed key gets it, before any view's own shortcut. */
function useToastKeys(toasts: readonly ShownToast[], close: (id: string) => void): void {
  const singleKeys = useSingleKeys();
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target)) return;
      const hit = hearerOf(toasts, latinKey(event));
      if (hit === undefined || (!singleKeys && isSingleKey(hit.data?.action?.shortcut ?? ''))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      hit.data?.action?.onAction();
      close(hit.id);
    }
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [toasts, close, singleKeys]);
}

/** Returns the newest toast that offers the key. */
function hearerOf<T extends ShownToast>(toasts: readonly T[], key: string): T | undefined {
  return toasts.find((toast) => isShown(toast) && offers(toast, key));
}

function isShown({ transitionStatus, limited }: ShownToast): boolean {
  return transitionStatus !== 'ending' && limited !== true;
}

function offers(toast: ShownToast, key: string): boolean {
  return toast.data?.action?.shortcut?.toLowerCase() === key.toLowerCase();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  );
}
