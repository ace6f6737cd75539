import { useEffect } from 'react';
import { isSingleKey } from '../kbd/key-names.ts';
import { latinKey } from '../kbd/latin-key.ts';
import { useSingleKeys } from '../kbd/single-keys.ts';
import type { ToastData } from './use-toast.ts';

interface ShownToast {
  readonly id: string;
  readonly data?: ToastData | undefined;
  /** Waiting out of sight until one of those shown is gone. */
  readonly limited?: boolean | undefined;
  readonly transitionStatus?: 'starting' | 'ending' | undefined;
}

/** The newest toast that offers the pressed key gets it, before any view's own shortcut. */
export function useToastKeys(toasts: readonly ShownToast[], close: (id: string) => void): void {
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

/** The newest of those that offer it. */
export function hearerOf<T extends ShownToast>(toasts: readonly T[], key: string): T | undefined {
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
