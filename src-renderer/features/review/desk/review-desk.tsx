import { useMemo, useState } from 'react';
import { useKept } from '#renderer/contract/use-kept.ts';
import { SplitPanes } from '#renderer/ui/split-panes/split-panes.tsx';
import { DeskDialogs } from './desk-dialogs.tsx';
import type { DeskDialog } from './desk-dialogs.tsx';
import { DeskStrip } from './desk-strip.tsx';
import { primaryWords } from './desk-words.ts';
import { DocumentPane } from './document-pane.tsx';
import { KeyBar } from './key-bar.tsx';
import { NothingLeft } from './nothing-left.tsx';
import { PagePane } from './page-pane.tsx';
import { useCommentField } from './use-comment-field.ts';
import { useDeskCommands } from './use-desk-commands.ts';
import { useDeskKeys } from './use-desk-keys.ts';
import type { DeskKeys } from './use-desk-keys.ts';
import { useDesk } from './use-desk.ts';
import type { ReviewDeskProps } from './review-desk-props.ts';
import styles from './review-desk.module.css';

/** One document on the desk: its page on the left, its fields on the right, the next two ready behind it. */
export function ReviewDesk(props: ReviewDeskProps) {
  // A check is another flow, with other calls.
  return <DeskOfMode key={props.mode} {...props} />;
}

function DeskOfMode(props: ReviewDeskProps) {
  const { mode, queue, dueHours } = props;
  const { flow, state, row, store, ready, today, accuracy } = useDesk(props);
  const [width, keepWidth] = useKept(widthKey, firstWidth());
  const [dialog, setDialog] = useState<DeskDialog>(null);
  const { ask, ...comment } = useCommentField(state.open?.key);
  const { open, whyNot } = state;
  const primary = primaryWords(open?.document, open?.edits ?? {}, mode, state.left === 0);
  const canAct = open?.document !== undefined && whyNot === null && open.race === null;
  const canLeave = open?.document !== undefined && state.unclear === null;
  const inReview = mode === 'review';
  const keys = useMemo<DeskKeys>(
    () => ({
      decide: flow.decide,
      reject: canAct && inReview ? () => setDialog('reject') : undefined,
      handOver: canAct && inReview ? () => setDialog('hand over') : undefined,
      postpone: canLeave && inReview ? flow.postpone : undefined,
      comment: canAct && inReview ? ask : undefined,
      undo: () => void flow.undo(),
      back: () => flow.go(null),
    }),
    [flow, canAct, canLeave, inReview, ask],
  );
  const acts = useMemo(() => (inReview ? actsOf(keys) : []), [inReview, keys]);
  useDeskKeys(keys);
  useDeskCommands(
    primary,
    keys,
    state.sent.some(({ phase, canUndo }) => canUndo && phase === 'held'),
  );

  return (
    <div className={styles.desk}>
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
              isReading={queue.isReading}
              onBack={keys.back}
            />
          ) : null}
        </div>
      ) : (
        <>
          <div className={styles.main}>
            <SplitPanes
              label="Width of the page"
              size={width}
              defaultSize={firstWidth()}
              min={360}
              minOther={520}
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
                />
              }
            />
          </div>
          <KeyBar
            primary={primary}
            whyNot={open.race === null ? whyNot : 'Choose first what stays.'}
            onDecide={keys.decide}
            acts={acts}
          />
          <DeskDialogs dialog={dialog} open={open} flow={flow} onClose={() => setDialog(null)} />
        </>
      )}
    </div>
  );
}

function actsOf({ comment, reject, postpone, handOver, undo }: DeskKeys) {
  return [
    { keys: 'C', label: 'comment', run: comment },
    { keys: 'R', label: 'reject…', run: reject },
    { keys: 'P', label: 'postpone', run: postpone },
    { keys: 'H', label: 'hand over…', run: handOver },
    { keys: 'U', label: 'undo', run: undo, isWide: true },
  ];
}

function firstWidth(): number {
  return globalThis.innerWidth <= 1360 ? 540 : 620;
}

const widthKey = ['review', 'page width'];
