import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useKept } from '#renderer/contract/use-kept.ts';
import { Button } from '#renderer/ui/button.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { SplitPanes } from '#renderer/ui/split-panes.tsx';
import { useRootMark } from '#renderer/ui/use-root-mark.ts';
import type { ReviewKey } from '#shared/contract/review-document.ts';
import type { ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { useApproval } from '../decide/approve-against-dialog.tsx';
import { findFocusedRow, reasonMissing, usualReasons } from '../decide/dialog-rules.ts';
import { HandOverDialog } from '../decide/hand-over-dialog.tsx';
import { messages } from '../messages.ts';
import type { ReviewQueue } from '../queue/use-review-queue.ts';
import { KeyBar, useDeskCommands, useDeskKeys, type DeskKeys } from './desk-keys.tsx';
import { namePrimaryAction } from './desk-messages.ts';
import { MoreDialogs, type DeskDialog } from './desk-dialogs.tsx';
import { DeskStrip } from './desk-strip.tsx';
import { DocumentPane, NothingLeft } from './document-pane.tsx';
import { useTakingBack } from './edit-history.ts';
import type { DeskRow, FlowState, OnDesk, ReviewFlow } from './flow/flow-state.ts';
import { PagePane } from './page-pane.tsx';
import { ReasonForm } from '../decide/reason-form.tsx';
import styles from './desk.module.css';
import { useDesk } from './use-desk.ts';
import { holdSeconds } from '#shared/domain/pipeline-limits.ts';
import { Dialog, DialogDescription } from '#renderer/ui/dialog.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';

/** Shows one document on the desk: its page on the left, its fields on the right, and the next two preloaded. */
export function ReviewDesk(props: ReviewDeskProps) {
  // A check makes other calls, so each mode has its own flow.
  return <DeskOfMode key={props.mode} {...props} />;
}

function DeskOfMode(props: ReviewDeskProps) {
  const { mode, queue, dueHours } = props;
  const { flow, state, row, store, ready, today, accuracy } = useDesk(props);
  const [width, keepWidth] = useKept(widthKey, readFirstWidth());
  const { ask, ...comment } = useCommentField(state.open?.key);
  const { open, whyNot } = state;
  const [isNarrow, setNarrow] = useState(false);
  useRootMark('desk', '');
  const [dialog, setDialog] = useDeskDialog(open?.key);
  const primary = namePrimaryAction(open?.document, open?.edits ?? {}, mode, state.left === 0);
  const canAct = open?.document !== undefined && whyNot === null && open.race === null;
  const canLeave = open?.document !== undefined && state.unclear === null;
  const inReview = mode === 'review';
  const onReject = useCallback(() => setDialog('reject'), [setDialog]);
  const { takeBack, doAgain } = useTakingBack({ flow, state, onReject });
  const askAgain = findAskAgain(state, flow);
  const [revealed, setRevealed] = useState<ReviewKey>();
  const openedKey = open?.key;
  const toggleReveal = useCallback(
    () => setRevealed((before) => (before === openedKey ? undefined : openedKey)),
    [openedKey],
  );
  const { decide, approving } = useApproval({ flow, open, mode, canAct: canAct && inReview });
  const keys = useMemo<DeskKeys>(
    () => ({
      decide,
      reject: canAct && inReview ? () => setDialog('reject') : undefined,
      handOver: canAct && inReview ? () => setDialog('hand over') : undefined,
      postpone: canLeave && inReview ? () => flow.postpone() : undefined,
      postponeUntil: canLeave && inReview ? () => setDialog('postpone') : undefined,
      fileElsewhere: canAct && inReview ? () => setDialog('elsewhere') : undefined,
      divide: canAct && inReview ? () => setDialog('divided') : undefined,
      join: canAct && inReview ? () => setDialog('joined') : undefined,
      comments: open?.document === undefined ? undefined : () => setDialog('comments'),
      decisions: () => setDialog('decisions'),
      comment: canAct && inReview ? ask : undefined,
      undo: () => void flow.undo(),
      takeBack,
      doAgain,
      nextDocument: flow.takeNext,
      askAgain,
      reveal: toggleReveal,
      back: () => flow.go(null),
    }),
    [
      flow,
      decide,
      canAct,
      canLeave,
      inReview,
      setDialog,
      ask,
      takeBack,
      doAgain,
      askAgain,
      toggleReveal,
      open?.document,
    ],
  );
  const acts = useMemo(() => (inReview ? listActs(keys) : []), [inReview, keys]);
  const openComments = useCallback(() => setDialog('comments'), [setDialog]);
  useDeskKeys(keys);
  useDeskCommands(
    primary,
    keys,
    state.sent.some(({ phase, canUndo }) => canUndo && phase === 'held'),
  );

  return (
    <div className={styles.desk} data-narrow={isNarrow && open !== undefined ? '' : undefined}>
      <DeskStrip
        mode={mode}
        state={state}
        row={row}
        ready={ready}
        said={queue.said}
        today={today}
        dueHours={dueHours}
        onOpen={flow.go}
        onUndo={flow.undo}
      />
      {open === undefined ? (
        <div className={styles.empty}>
          {state.nothingLeft ? (
            <NothingLeft
              mode={mode}
              today={today}
              others={mode === 'review' ? (queue.said?.waiting ?? 0) : 0}
              none={state.noneLeft}
              isReading={queue.isReading}
              onBack={keys.back}
            />
          ) : state.isFinding ? (
            <SkeletonRows rows={4} label={messages.desk.findingNext} labelVisible />
          ) : null}
        </div>
      ) : (
        <>
          <div className={styles.main}>
            <SplitPanes
              label={messages.desk.pageWidth}
              size={width}
              defaultSize={readFirstWidth()}
              min={360}
              minOther={520}
              narrow="stack"
              onNarrow={setNarrow}
              onResize={(next) => keepWidth(() => next)}
              start={<PagePane mode={mode} flow={flow} state={state} store={store} />}
              end={
                <DocumentPane
                  mode={mode}
                  flow={flow}
                  state={state}
                  accuracy={accuracy}
                  comment={comment.field}
                  hasComment={comment.isAsked}
                  onLeaveComment={comment.leave}
                  isRevealed={revealed === open.key}
                  onReveal={toggleReveal}
                  onOpenComments={openComments}
                />
              }
            />
          </div>
          <KeyBar
            primary={primary}
            whyNot={open.race === null ? whyNot : messages.desk.chooseFirst}
            onDecide={keys.decide}
            acts={acts}
          />
          <DeskDialogs dialog={dialog} open={open} flow={flow} onClose={() => setDialog(null)} />
          {approving}
        </>
      )}
      <MoreDialogs
        dialog={dialog}
        open={open}
        flow={flow}
        onReject={onReject}
        onClose={() => setDialog(null)}
      />
    </div>
  );
}

/**
 * A dialog is about one document. Another may come onto the desk meanwhile, as after an undo that took long, and the
 * answer is not for that one.
 */
function useDeskDialog(key: ReviewKey | undefined) {
  const [asked, setAsked] = useState<{ readonly dialog: DeskDialog; readonly key: ReviewKey | undefined }>();
  const setDialog = useCallback((dialog: DeskDialog) => setAsked({ dialog, key }), [key]);
  return [asked?.key === key ? (asked?.dialog ?? null) : null, setDialog] as const;
}

/** Returns what the notice above the fields offers: to claim the document, or to ask for an outcome. */
function findAskAgain({ open, unclear }: FlowState, flow: ReviewFlow): (() => void) | undefined {
  if (unclear !== null) return flow.askAgain;
  return open?.claim.kind === 'held' ? flow.tryClaim : undefined;
}

function listActs({ comment, reject, postpone, handOver, undo }: DeskKeys) {
  return [
    { keys: pageKeys.review.comment, label: 'comment', run: comment },
    { keys: pageKeys.review.reject, label: 'reject…', run: reject },
    { keys: pageKeys.review.postpone, label: 'postpone', run: postpone },
    { keys: pageKeys.review.handOver, label: 'hand over…', run: handOver },
    { keys: pageKeys.review.undo, label: 'undo', run: undo, isWide: true },
  ];
}

function readFirstWidth(): number {
  return globalThis.innerWidth <= 1360 ? 540 : 620;
}

const widthKey = ['review', 'page width'];

export interface ReviewDeskProps {
  readonly mode: ReviewMode;
  /** The rows in working order, without those that are assigned to others, postponed or held. */
  readonly rows: readonly DeskRow[];
  readonly queue: ReviewQueue;
  readonly open: ReviewKey;
  /** True where the person asked for the next document and not for this one. */
  readonly isOffered?: boolean | undefined;
  /** Opens another document; null returns to the list. */
  readonly onOpen: (key: ReviewKey | null) => void;
  readonly dueHours: number;
}

interface DeskDialogsProps {
  readonly dialog: DeskDialog;
  readonly open: OnDesk;
  readonly flow: ReviewFlow;
  readonly onClose: () => void;
}

function DeskDialogs({ dialog, open, flow, onClose }: DeskDialogsProps) {
  const { fileName, key } = open;
  return (
    <>
      <RejectDialog
        open={dialog === 'reject'}
        fileName={fileName}
        onClose={onClose}
        onReject={(reason) => {
          onClose();
          flow.reject(reason);
        }}
      />
      <HandOverDialog
        open={dialog === 'hand over'}
        tenantId={key.tenantId}
        fileName={fileName}
        onClose={onClose}
        onHandOver={(to, note) => {
          onClose();
          flow.handOver(to, note);
        }}
      />
    </>
  );
}

/** The comment field opens on request for each document, and takes the focus once it is there. */
function useCommentField(key: ReviewKey | undefined) {
  const field = useRef<HTMLInputElement>(null);
  const [askedFor, setAskedFor] = useState<ReviewKey>();
  const isAsked = key !== undefined && askedFor === key;
  useLayoutEffect(() => {
    if (isAsked) field.current?.focus();
  }, [isAsked]);
  const ask = useCallback(() => {
    setAskedFor(key);
    field.current?.focus();
  }, [key]);
  const leave = useCallback(() => {
    setAskedFor(undefined);
    const row = findFocusedRow();
    if (row === null) field.current?.blur();
    else row.focus({ preventScroll: true });
  }, []);
  return { field, isAsked, ask, leave };
}

interface RejectDialogProps {
  readonly open: boolean;
  readonly fileName: string | null;
  readonly onReject: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks for the reason: one of the usual reasons by its number, or the user's own words. */
function RejectDialog({ open, fileName, onReject, onClose }: RejectDialogProps) {
  // A second Enter during the closing animation would reject the next document.
  const rejectOnce = (reason: string) => {
    if (open) onReject(reason);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={messages.decide.rejectTitle(fileName ?? messages.common.thisDocument)}
      focusAfter={findFocusedRow}
      sticky
    >
      <ReasonForm
        reasons={usualReasons}
        ownReason={messages.decide.ownReason}
        reasonMissing={reasonMissing}
        footNote={messages.decide.undoFor(String(holdSeconds))}
        cancel={
          <Button variant="ghost" onClick={onClose}>
            {messages.common.cancel}
          </Button>
        }
        submit={messages.decide.reject}
        onSubmit={rejectOnce}
      >
        <DialogDescription>{messages.decide.rejectEffect}</DialogDescription>
      </ReasonForm>
    </Dialog>
  );
}
