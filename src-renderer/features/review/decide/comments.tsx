import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useWriteNote } from '#renderer/contract/use-activity.ts';
import { NoteForm } from '#renderer/ui/activity-panel.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog, DialogBody, DialogDescription } from '#renderer/ui/dialog.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { Note } from '#renderer/ui/note.tsx';
import { RelativeTime, useNow, utcClock } from '#renderer/ui/relative-time.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type { ReviewKey } from '#shared/contract/review-document.ts';
import type { PassportEvent } from '#shared/contract/triage.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { messages } from '../messages.ts';
import { useNames } from '../queue/use-people.ts';
import styles from './decide.module.css';
import { formatNameFirst } from './decision-messages.ts';
import { findFocusedRow } from './dialog-rules.ts';

interface Comment {
  readonly id: string;
  readonly at: string | null;
  readonly by: string | null;
  /** The colleague who got the document with this note. */
  readonly to: string | null;
  readonly text: string;
}

/** The document is painted, and the next one asked for, before its comments are read. */
const pauseMs = 600;
const mostEvents = 100;

/** Comments and the notes of hand-overs are lines of the document's passport; the oldest comes first. */
function useComments(key: ReviewKey) {
  const { tenantId, documentId } = key;
  const isIdle = useIdle(JSON.stringify([tenantId, documentId]));
  const options = operationOptions('documents.passport', {
    tenantId,
    documentId,
    pageSize: mostEvents,
    commentsOnly: true,
  });
  const query = useQuery({ ...options, enabled: isIdle });
  useShowReceipt('comments', query.data?.receipt);
  return {
    comments: (query.data?.value.rows ?? []).flatMap(toComment).toReversed(),
    isRead: query.data !== undefined,
    isAll: query.data?.value.cursor === null,
    failure: query.error === null ? undefined : toFailure(query.error).message,
    options,
  };
}

function toComment({ eventId, what, actor, at, reason, after }: PassportEvent): Comment[] {
  const text = reason?.trim() ?? '';
  if (text === '' || (what !== 'commented' && what !== 'handed over')) return [];
  return [{ id: eventId, at, by: actor, to: after['assignedTo'] ?? null, text }];
}

function useIdle(of: string): boolean {
  const [idleFor, setIdleFor] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setIdleFor(of), pauseMs);
    return () => clearTimeout(timer);
  }, [of]);
  return idleFor === of;
}

interface CommentNoteProps {
  readonly document: ReviewKey;
  readonly onOpen: () => void;
}

/** Shows the latest comment before the decision, with a button for all of them. Nothing while there is none. */
export function CommentNote({ document, onOpen }: CommentNoteProps) {
  const { comments } = useComments(document);
  const last = comments.findLast(({ to }) => to === null);
  const nameOf = useNames([{ tenantId: document.tenantId, ids: [last?.by ?? []].flat() }]);
  if (last === undefined) return null;
  const who = last.by === null ? messages.comments.unknown : formatNameFirst(last.by, nameOf);
  const when = utcClock(last.at);
  return (
    <Note
      flat
      action={
        <Button size="sm" variant="ghost" shortcut={pageKeys.review.comments} onClick={onOpen}>
          {messages.comments.all(comments.length)}
        </Button>
      }
    >
      <b>{when === null ? who : messages.comments.whoAt(who, when)}</b> “{last.text}”
    </Note>
  );
}

interface CommentsDialogProps {
  readonly open: boolean;
  readonly document: ReviewKey;
  readonly fileName: string | null;
  readonly onClose: () => void;
}

/** Shows the comments of a document as a thread with the notes of its hand-overs, and takes another one. */
export function CommentsDialog({ open, document, fileName, onClose }: CommentsDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={messages.comments.title(fileName ?? messages.common.thisDocument)}
      focusAfter={findFocusedRow}
    >
      <CommentThread document={document} />
    </Dialog>
  );
}

function CommentThread({ document }: Pick<CommentsDialogProps, 'document'>) {
  const { tenantId, projectId, batchId, documentId } = document;
  const client = useQueryClient();
  const now = useNow(30_000);
  const { comments, isRead, isAll, failure, options } = useComments(document);
  const note = useWriteNote({ is: 'document', tenantId, projectId, batchId, documentId }, () => {
    void client.invalidateQueries({ queryKey: options.queryKey });
  });
  const ids = comments.flatMap(({ by, to }) => [by, to].flatMap((id) => id ?? []));
  const nameOf = useNames([{ tenantId, ids }]);
  return (
    <DialogBody>
      <DialogDescription>{messages.comments.effect}</DialogDescription>
      {failure === undefined ? null : (
        <Note tone="bad" live>
          <b>{messages.comments.notRead}</b> {failure}
        </Note>
      )}
      {isRead && comments.length === 0 ? <p className={styles.quiet}>{messages.comments.none}</p> : null}
      {!isRead && failure === undefined ? <p className={styles.quiet}>{messages.comments.loading}</p> : null}
      {isRead && !isAll ? <p className={styles.quiet}>{messages.comments.newestOnly}</p> : null}
      <ol className={styles.thread} aria-label={messages.comments.list}>
        {comments.map(({ id, at, by, to, text }) => (
          <li key={id} className={styles.comment}>
            <p className={styles.quiet}>
              <b>{by === null ? messages.comments.unknown : formatNameFirst(by, nameOf)}</b>
              {to === null ? null : messages.comments.handedTo(nameOf(to))}
              {at === null ? null : (
                <>
                  {' '}
                  <RelativeTime at={Date.parse(at)} now={Math.max(now, Date.parse(at))} />
                </>
              )}
            </p>
            <p className={styles.commentText}>{text}</p>
          </li>
        ))}
      </ol>
      <NoteForm {...note} onWrite={() => void note.write()} />
    </DialogBody>
  );
}
