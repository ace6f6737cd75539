import { CommentsDialog } from '../decide/comments.tsx';
import { PostponeDialog } from '../decide/postpone-dialog.tsx';
import type { FlowState, ReviewFlow } from './flow/flow-state.ts';
import { OwnDecisionsDialog } from './own-decisions.tsx';

export type DeskDialog = 'reject' | 'hand over' | 'postpone' | 'comments' | 'decisions' | null;

interface MoreDialogsProps {
  readonly dialog: DeskDialog;
  readonly open: FlowState['open'];
  readonly flow: ReviewFlow;
  readonly onClose: () => void;
}

/** The dialogs of the desk that decide nothing. */
export function MoreDialogs({ dialog, open, flow, onClose }: MoreDialogsProps) {
  return (
    <>
      <OwnDecisionsDialog
        open={dialog === 'decisions'}
        onOpen={flow.go}
        onUndo={flow.undo}
        onClose={onClose}
      />
      {open === undefined ? null : (
        <>
          <PostponeDialog
            open={dialog === 'postpone'}
            fileName={open.fileName}
            onClose={onClose}
            onPostpone={(until) => {
              onClose();
              flow.postpone(until);
            }}
          />
          <CommentsDialog
            open={dialog === 'comments'}
            document={open.key}
            fileName={open.fileName}
            onClose={onClose}
          />
        </>
      )}
    </>
  );
}
