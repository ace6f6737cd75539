import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { DeadLetterQueue, MessageDetail, MessageRow } from '#shared/contract/dead-letters.ts';
import type { Failure } from '#shared/contract/result.ts';
import { listed } from '#shared/domain/formatting.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { FingerprintChip } from '#renderer/ui/chip.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { Note } from '#renderer/ui/note.tsx';
import { OpenedPane } from '#renderer/ui/pane.tsx';
import { exactUtc } from '#renderer/ui/relative-time.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { ErrorState, NoPermissionState } from '#renderer/ui/states.tsx';
import { usePerson } from '../dead-letters-rights.ts';
import { LinkedDocument } from './linked-document.tsx';
import { MessageAttributes, MessageBody } from './message-body.tsx';
import styles from './message-drawer.module.css';
import { dayAndTime } from './message-facts.ts';
import { useRevealed } from './shown-body.ts';

interface MessageDrawerProps {
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

/** Null: the message is about the whole batch, as what is told to a customer is. With a run: its execution. */
export type OpenDocument = (
  tenantId: string,
  batchId: string,
  documentId: string | null,
  run?: number,
) => void;

interface OpenMessageProps {
  readonly queue: DeadLetterQueue;
  readonly detail: MessageDetail;
  readonly onOpenDocument: OpenDocument;
}

function OpenMessage({ queue, detail, onOpenDocument }: OpenMessageProps) {
  const { row, cause, advice } = detail;
  const revealed = useRevealed(queue.name, row.messageId);
  // Main decides; what it would refuse is not offered.
  const mayReveal = usePerson().me?.role === 'admin';
  const isWarning = row.isPoison || row.sentBefore !== null;
  return (
    <>
      {isWarning && advice !== null ? <Note tone="warn">{advice}</Note> : null}
      {cause === null ? null : (
        <section className={styles.part}>
          <h3 className={styles.partTitle}>Why it could not be used</h3>
          <p className={styles.cause}>
            {cause.code === null ? null : <code>{cause.code}</code>} {cause.message}
          </p>
        </section>
      )}
      <MessageBody body={detail.body} revealed={revealed} mayReveal={mayReveal} />
      <MessageAttributes queue={queue} detail={detail} revealed={revealed} mayReveal={mayReveal} />
      <LinkedDocument detail={detail} onOpenDocument={onOpenDocument} />
      <MessageLineage lineage={detail.lineage} row={row} />
      {isWarning || advice === null ? null : <Note>{advice}</Note>}
    </>
  );
}

interface MessageLineageProps {
  readonly lineage: MessageDetail['lineage'];
  readonly row: Pick<MessageRow, 'receives'>;
}

/** What became of the document and of this message, from whichever mechanism, newest first. */
function MessageLineage({ lineage, row: { receives } }: MessageLineageProps) {
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h3 className={styles.partTitle}>Failure passport</h3>
        <span className={styles.quiet}>newest first, UTC</span>
      </div>
      <ol className={styles.events}>
        <li className={styles.event}>
          <span className={styles.dot} aria-hidden />
          <span className={styles.at}>now</span>
          <span>{`Here, ${receives.toLocaleString('en')} ${receives === 1 ? 'receive' : 'receives'}`}</span>
        </li>
        {lineage.map(({ at, what, fingerprint }, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- two may say the same, and none of them moves
          <li key={place} className={styles.event}>
            <span
              className={classNames(styles.dot, fingerprint === null ? styles.plain : styles.failed)}
              aria-hidden
            />
            <Moment at={at} />
            <span className={styles.what}>{what}</span>
            {fingerprint === null ? null : <FingerprintChip fingerprint={fingerprint} />}
          </li>
        ))}
      </ol>
      {lineage.length === 0 ? (
        <p className={styles.quiet}>Nobody has written down anything else of it.</p>
      ) : null}
    </section>
  );
}

function Moment({ at }: { readonly at: string | null }) {
  const time = at === null ? Number.NaN : Date.parse(at);
  if (Number.isNaN(time)) return <span className={styles.at}>no known time</span>;
  return (
    <time className={styles.at} dateTime={new Date(time).toISOString()} title={exactUtc(time)}>
      {dayAndTime(time)}
    </time>
  );
}

interface MessageFailureProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
}

/** Why it is not shown, and what that does not change. */
export function MessageFailure({ failure, onRetry }: MessageFailureProps) {
  if (failure.code === 'role-required') {
    return (
      <NoPermissionState title="Your role may not open messages">
        {`This is for the roles ${listed(failure.allowed)}. The message is where it was.`}
      </NoPermissionState>
    );
  }
  if (failure.code === 'tenant-out-of-scope') {
    return (
      <NoPermissionState title="A queue holds everybody’s messages">{failure.message}</NoPermissionState>
    );
  }
  if (failure.code === 'not-found') {
    return (
      <ErrorState
        title="This message is not held any more"
        happened={failure.message}
        notDone="Nothing was received, and nothing was changed."
        next="Sample the queue again: what is still there is received anew."
        reference={failure.reference}
      />
    );
  }
  if (failure.code === 'invalid-input') {
    return (
      <ErrorState
        title="Its body stays in the main process"
        happened={failure.message}
        notDone="The message is still held, and nothing was changed."
        next="Redrive it as it is, or export it whole and look at it there."
        reference={failure.reference}
      />
    );
  }
  return (
    <ErrorState
      title="The message could not be opened"
      happened={failure.message}
      notDone="It is still held, and nothing was changed."
      next="Try again. If it stays so, the reference finds it in the log."
      reference={failure.reference}
      onRetry={onRetry}
    />
  );
}

type MessageState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'open'; readonly detail: MessageDetail };

interface MessageHandle {
  readonly state: MessageState;
  readonly retry: () => void;
}

/** Who steps through a list with J held down has looked at none of it, and the audit trail says who has looked. */
const settleMs = 150;

/** A message that is held, opened as soon as somebody stays with it. */
function useMessage(queue: string, messageId: string): MessageHandle {
  const open = useCommand('dead-letters.message', { toldInPlace: true });
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<{ readonly to: string; readonly state: MessageState }>();
  const asked = JSON.stringify([queue, messageId, round]);

  const read = useEffectEvent(() => open.run({ queue, messageId }));
  useEffect(() => {
    let current = true;
    const ask = async () => {
      const result = await read();
      if (!current) return;
      const state: MessageState = result.ok
        ? { kind: 'open', detail: result.value }
        : { kind: 'failed', failure: result.failure };
      setAnswer({ to: asked, state });
    };
    const timer = setTimeout(() => void ask(), settleMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [asked]);

  return {
    state: answer?.to === asked ? answer.state : { kind: 'reading' },
    retry: () => setRound(round + 1),
  };
}
