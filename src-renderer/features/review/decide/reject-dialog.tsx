export interface RejectDialogProps {
  readonly open: boolean;
  readonly fileName: string | null;
  readonly onReject: (reason: string) => void;
  readonly onClose: () => void;
}

/** Why it is rejected: one of the usual reasons by its number, or words of one's own. */
export function RejectDialog(_props: RejectDialogProps) {
  return null;
}
