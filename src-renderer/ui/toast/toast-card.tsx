import { Toast as Base } from '@base-ui/react/toast';
import type { CSSProperties } from 'react';
import { Button } from '../button/button.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import { Icon } from '../icon/icon.tsx';
import { StatusGlyph } from '../status/status-glyph.tsx';
import styles from './toast.module.css';
import type { ToastData } from './use-toast.ts';

interface ToastCardProps {
  readonly toast: Base.Root.ToastObject<ToastData>;
  /** Of those that offer the same key only the newest gets it. */
  readonly hearsKey: boolean;
}

export function ToastCard({ toast, hearsKey }: ToastCardProps) {
  const action = toast.data?.action;
  return (
    <Base.Root toast={toast} className={styles.toast} swipeDirection="left">
      <Base.Content className={styles.content}>
        <ToastMark data={toast.data} />
        <div className={styles.text}>
          <Base.Title className={styles.title} render={<div />} />
          <Base.Description className={styles.detail} render={<div />} />
        </div>
        {action === undefined ? null : (
          <Base.Close
            render={
              <Button size="sm" shortcut={hearsKey ? action.shortcut : undefined} onClick={action.onAction}>
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
      <svg className={styles.ring} viewBox="0 0 14 14" aria-hidden style={time}>
        <circle className={styles.track} cx="7" cy="7" r="5.2" />
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
