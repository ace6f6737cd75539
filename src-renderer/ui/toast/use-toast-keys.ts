import { useEffect } from 'react';
import type { ToastData } from './use-toast.ts';

interface ShownToast {
  readonly id: string;
  readonly data?: ToastData | undefined;
  readonly transitionStatus?: 'starting' | 'ending' | undefined;
}

/** The newest toast that offers the pressed key gets it, before any view's own shortcut. */
export function useToastKeys(toasts: readonly ShownToast[], close: (id: string) => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target)) return;
      const hit = toasts.find((toast) => toast.transitionStatus !== 'ending' && offers(toast, event.key));
      if (hit === undefined) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      hit.data?.action?.onAction();
      close(hit.id);
    }
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [toasts, close]);
}

function offers(toast: ShownToast, key: string): boolean {
  return toast.data?.action?.shortcut?.toLowerCase() === key.toLowerCase();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  );
}
