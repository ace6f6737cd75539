import { Toast as Base } from '@base-ui/react/toast';
import { useMemo, type ReactNode } from 'react';

export type ToastTone = 'info' | 'succeeded' | 'failed' | 'review';

export interface ToastAction {
  readonly label: string;
  /** A plain key such as "U"; it works from anywhere but a text field while the toast is there. */
  readonly shortcut?: string | undefined;
  readonly onAction: () => void;
}

export interface ToastOptions {
  readonly message: ReactNode;
  readonly detail?: ReactNode;
  readonly tone?: ToastTone | undefined;
  readonly action?: ToastAction | undefined;
  /** Draws the time left as a ring, for holds that can still be undone. */
  readonly countdown?: boolean | undefined;
  /** 8 s unless told otherwise; 0 stays until it is closed. */
  readonly timeoutMs?: number | undefined;
  /** The same id again replaces the toast that is there. */
  readonly id?: string | undefined;
  readonly onClose?: (() => void) | undefined;
}

export interface ToastData {
  readonly tone: ToastTone;
  readonly action: ToastAction | undefined;
  readonly countdownMs: number | undefined;
}

export interface Toasts {
  readonly show: (options: ToastOptions) => string;
  readonly close: (id: string) => void;
}

export const toastTimeoutMs = 8000;

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

/** For whoever must speak from outside the components; handed to the ToastProvider. */
export interface ToastSource {
  readonly show: Toasts['show'];
  readonly manager: ReturnType<typeof Base.createToastManager<ToastData>>;
}

export function createToastSource(): ToastSource {
  const manager = Base.createToastManager<ToastData>();
  return { manager, show: (options) => manager.add(toBase(options)) };
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
