import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog, DialogBody, DialogDescription } from '#renderer/ui/dialog.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { RelativeTime, useNow } from '#renderer/ui/relative-time.tsx';
import { useToast, type ToastOptions } from '#renderer/ui/toast.tsx';
import { useStillWanted } from '#renderer/ui/use-still-wanted.ts';
import type { OutputOf } from '#shared/contract/contract.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Draft, OwnDecision, ReviewKey } from '#shared/contract/review-document.ts';
import { messages } from '../messages.ts';
import { deskOptions } from '../queue/use-review-queue.ts';
import { countSecondsLeft } from './desk-strip.tsx';
import styles from './own-decisions.module.css';
import { documentId } from './flow/flow-state.ts';

interface OwnDecisionsProps {
  readonly open: boolean;
  /** Opens a document on the desk. */
  readonly onOpen: (key: ReviewKey) => void;
  /** Takes back a decision that the open desk has made itself; false where it is not its own. */
  readonly onUndo?: (key: ReviewKey) => boolean;
  readonly onClose: () => void;
}

interface OpenDecisionsProps extends OwnDecisionsProps {
  readonly list: RefObject<HTMLDivElement | null>;
}

/** Lists this person's latest decisions and unfinished drafts on this machine, and reopens a decision while it is held. */
export function OwnDecisionsDialog({ open, onClose, ...parts }: OwnDecisionsProps) {
  // On the close button, the first Escape would only close its tooltip.
  const list = useRef<HTMLDivElement>(null);
  return (
    <Dialog open={open} onClose={onClose} title={messages.decisions.title} size="lg" initialFocus={list}>
      <OwnDecisions {...parts} open={open} list={list} onClose={onClose} />
    </Dialog>
  );
}

function OwnDecisions({ open, list, onOpen, onUndo, onClose }: OpenDecisionsProps) {
  const client = useQueryClient();
  const desk = useQuery({ ...deskOptions, refetchOnMount: 'always' }).data?.value;
  const undo = useCommand('review.undo', { toldInPlace: true });
  const toasts = useToast();
  const beginWaiting = useStillWanted(open ? 'open' : 'closed');
  const [problem, setProblem] = useState<string>();
  const now = useNow(1_000);
  const drafts = desk?.drafts.filter(({ lostAt }) => lostAt === undefined) ?? [];

  async function reopen({ key, version, fileName }: OwnDecision): Promise<void> {
    setProblem(undefined);
    if (onUndo?.(key) === true) return onClose();
    const isWanted = beginWaiting();
    const result = await undo.run({ ...key, version });
    void client.invalidateQueries({ queryKey: deskOptions.queryKey });
    const why = explainNotReopened(result);
    // A person who has gone on is told, and not taken back to a document that would be claimed for them.
    if (!isWanted()) return void toasts.show(describeLate(fileName ?? key.documentId, why));
    if (why !== undefined) return setProblem(why);
    onClose();
    return onOpen(key);
  }

  return (
    <DialogBody>
      <DialogDescription>{messages.decisions.effect}</DialogDescription>
      {problem === undefined ? null : (
        <Note tone="warn" live>
          {problem}
        </Note>
      )}
      <div ref={list} tabIndex={-1}>
        {desk !== undefined && desk.decisions.length === 0 ? (
          <p className={styles.quiet}>{messages.decisions.none}</p>
        ) : (
          <ol className={styles.list} aria-label={messages.decisions.title}>
            {desk?.decisions.map((one) => (
              <li key={documentId(one.key)} className={styles.row}>
                <span className={styles.name} title={one.fileName ?? one.key.documentId}>
                  {one.fileName ?? one.key.documentId}
                </span>
                <span className={styles.what}>{messages.decisions.did[one.kind]}</span>
                <span className={styles.quiet}>
                  <RelativeTime at={Date.parse(one.at)} now={Math.max(now, Date.parse(one.at))} />
                </span>
                <span className={styles.acts}>
                  <Reopen
                    decision={one}
                    now={now}
                    isRunning={undo.isRunning}
                    onReopen={() => void reopen(one)}
                  />
                  <Button
                    size="sm"
                    variant="ghost"
                    onClick={() => {
                      onClose();
                      onOpen(one.key);
                    }}
                  >
                    {messages.decisions.open}
                  </Button>
                </span>
              </li>
            ))}
          </ol>
        )}
      </div>
      <Drafts drafts={drafts} now={now} onOpen={onOpen} onClose={onClose} />
    </DialogBody>
  );
}

function explainNotReopened(result: Result<OutputOf<'review.undo'>>): string | undefined {
  if (!result.ok) return result.failure.message;
  const { outcome } = result.value;
  if (outcome.kind === 'refused' || outcome.kind === 'unclear') return outcome.message;
  return outcome.kind === 'done' ? undefined : messages.sent.undoTooLate;
}

function describeLate(name: string, why: string | undefined): ToastOptions {
  return why === undefined
    ? { message: messages.decisions.reopened(name) }
    : { tone: 'failed', message: messages.decisions.notReopened(name), detail: why };
}

interface ReopenProps {
  readonly decision: OwnDecision;
  readonly now: number;
  readonly isRunning: boolean;
  readonly onReopen: () => void;
}

function Reopen({ decision: { holdUntil, kind }, now, isRunning, onReopen }: ReopenProps) {
  const left = holdUntil === null ? 0 : countSecondsLeft(Date.parse(holdUntil), now);
  if (left <= 0 || (kind !== 'approve' && kind !== 'reject')) return null;
  return (
    <Button size="sm" icon="undo" loading={isRunning} onClick={onReopen}>
      {messages.decisions.reopen(left)}
    </Button>
  );
}

interface DraftsProps extends Pick<OwnDecisionsProps, 'onOpen' | 'onClose'> {
  readonly drafts: readonly Draft[];
  readonly now: number;
}

/** A draft can be of a document that has left the queue, so each of them can be opened here. */
function Drafts({ drafts, now, onOpen, onClose }: DraftsProps) {
  if (drafts.length === 0) return null;
  return (
    <>
      <h3 className={styles.heading}>{messages.decisions.drafts(drafts.length)}</h3>
      <ol className={styles.list} aria-label={messages.decisions.draftsList}>
        {drafts.map(({ key, fileName, sent, savedAt }) => (
          <li key={documentId(key)} className={styles.row}>
            <span className={styles.name} title={fileName ?? key.documentId}>
              {fileName ?? key.documentId}
            </span>
            <span className={styles.what}>
              {sent === null ? messages.decisions.draft : messages.desk.notConfirmed}
            </span>
            <span className={styles.quiet}>
              <RelativeTime at={Date.parse(savedAt)} now={Math.max(now, Date.parse(savedAt))} />
            </span>
            <span className={styles.acts}>
              <Button
                size="sm"
                variant="ghost"
                onClick={() => {
                  onClose();
                  onOpen(key);
                }}
              >
                {messages.decisions.open}
              </Button>
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
