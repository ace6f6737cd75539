import { Toast as Base } from '@base-ui/react/toast';
import type { ReactNode } from 'react';
import { usePortalContainer } from '../theme-scope/portal-container.ts';
import { ToastCard } from './toast-card.tsx';
import styles from './toast.module.css';
import { toastTimeoutMs, type ToastData, type ToastSource } from './use-toast.ts';
import { hearerOf, useToastKeys } from './use-toast-keys.ts';

export interface ToastProviderProps {
  /** The landmark's name, where a page has more than one. */
  readonly label?: string | undefined;
  readonly source?: ToastSource | undefined;
  readonly children: ReactNode;
}

/** Bottom left of the page, three at a time, 8 seconds; hovering or focusing them stops the clock, F6 goes there. */
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
  return toasts.map((toast) => {
    const key = toast.data?.action?.shortcut;
    const hearsKey = key !== undefined && hearerOf(toasts, key) === toast;
    return <ToastCard key={toast.id} toast={toast} hearsKey={hearsKey} />;
  });
}
