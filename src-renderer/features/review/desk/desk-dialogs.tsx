import { HandOverDialog } from '../decide/hand-over-dialog.tsx';
import { RejectDialog } from '../decide/reject-dialog.tsx';
import type { OnDesk, ReviewFlow } from './flow/flow-state.ts';

export type DeskDialog = 'reject' | 'hand over' | null;

export interface DeskDialogsProps {
  readonly dialog: DeskDialog;
  readonly open: OnDesk;
  readonly flow: ReviewFlow;
  readonly onClose: () => void;
}

export function DeskDialogs({ dialog, open, flow, onClose }: DeskDialogsProps) {
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
