import type { ReactNode } from 'react';
import type { DeadLetterQueue } from '#shared/contract/dead-letters/queues.ts';
import { usePageKeys } from '#renderer/ui/kbd/use-page-keys.ts';
import { OpenedPane } from '#renderer/ui/pane/opened-pane.tsx';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import styles from './message-drawer.module.css';
import { MessageFailure } from './message-failure.tsx';
import { OpenMessage } from './open-message.tsx';
import type { OpenDocument } from './open-message.tsx';
import { useMessage } from './use-message.ts';

export interface MessageDrawerProps {
  readonly queue: DeadLetterQueue;
  readonly messageId: string;
  readonly onClose: () => void;
  /** To the message after it, or before it. */
  readonly onStep: (by: 1 | -1) => void;
  /** Leads to the document that the message is about. */
  readonly onOpenDocument: OpenDocument;
}

/** One message looked at closely, beside the list that it came from. */
export function MessageDrawer({ queue, messageId, onClose, onStep, onOpenDocument }: MessageDrawerProps) {
  const { state, retry } = useMessage(queue.name, messageId);
  usePageKeys({ j: () => onStep(1), k: () => onStep(-1), Escape: onClose });
  return (
    <OpenedPane
      label="Message"
      title={messageId}
      copyText={messageId}
      copyLabel="Copy the message id"
      closeLabel="Close the message"
      onClose={onClose}
    >
      <Body>
        {state.kind === 'reading' ? <SkeletonRows rows={8} label="Opening the message" /> : null}
        {state.kind === 'failed' ? <MessageFailure failure={state.failure} onRetry={retry} /> : null}
        {state.kind === 'open' ? (
          // What was revealed is forgotten when another message is opened.
          <OpenMessage
            key={`${queue.name} ${messageId}`}
            queue={queue}
            detail={state.detail}
            onOpenDocument={onOpenDocument}
          />
        ) : null}
      </Body>
    </OpenedPane>
  );
}

function Body({ children }: { readonly children: ReactNode }) {
  return (
    <div ref={makeScrollReachable} className={styles.body}>
      {children}
    </div>
  );
}
