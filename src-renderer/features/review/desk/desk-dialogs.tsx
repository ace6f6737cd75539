import { CommentsDialog } from '../decide/comments.tsx';
import { filingKinds, type FilingKind } from '#shared/domain/review/filing.ts';
import { FilingDialog } from '../filing/filing-dialog.tsx';
import { PostponeDialog } from '../decide/postpone-dialog.tsx';
import type { FlowState, ReviewFlow } from './flow/flow-state.ts';
import { OwnDecisionsDialog } from './own-decisions.tsx';

export type DeskDialog = 'reject' | 'hand over' | 'postpone' | 'comments' | 'decisions' | FilingKind | null;

interface MoreDialogsProps {
  readonly dialog: DeskDialog;
  readonly open: FlowState['open'];
  readonly flow: ReviewFlow;
  /** Opens the dialog of a rejection. */
  readonly onReject: () => void;
  readonly onClose: () => void;
}

/** The dialogs of the desk that decide nothing about fields. */
export function MoreDialogs({ dialog, open, flow, onReject, onClose }: MoreDialogsProps) {
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
          {open.document === undefined ? null : (
            <FilingDialog
              kind={filingKinds.find((kind) => kind === dialog) ?? null}
              document={open.document}
              onReject={onReject}
              onClose={onClose}
              onFile={(filing, reason) => {
                onClose();
                flow.file(filing, reason);
              }}
            />
          )}
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
