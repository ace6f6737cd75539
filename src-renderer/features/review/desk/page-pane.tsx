import { memo, useMemo } from 'react';
import type { ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { PageViewer } from '../viewer/page-viewer.tsx';
import type { PageStore } from '../viewer/page-store.ts';
import { boxPlace, boxesOf } from './boxes-of.ts';
import type { FlowState, ReviewFlow } from './flow/flow-state.ts';
import { HoldToasts } from './hold-toasts.tsx';
import styles from './review-desk.module.css';

export interface PagePaneProps {
  readonly mode: ReviewMode;
  readonly flow: ReviewFlow;
  readonly state: FlowState;
  readonly store: PageStore;
}

/** The page with a box for each field, and over it what can still be taken back. */
export function PagePane({ mode, flow, state, store }: PagePaneProps) {
  const { open, sent } = state;
  const { document, edits } = open ?? {};
  const boxes = useMemo(
    () => (document === undefined || edits === undefined ? [] : boxesOf(document, edits, mode)),
    [document, edits, mode],
  );
  return (
    <div className={styles.page}>
      {open === undefined ? null : (
        <StillPage
          store={store}
          document={open.key}
          fileName={open.fileName}
          boxes={boxes}
          focused={boxPlace(open.focused)}
          onPick={flow.focus}
        />
      )}
      <HoldToasts sent={sent} onUndo={flow.undo} />
    </div>
  );
}

const StillPage = memo(PageViewer);
