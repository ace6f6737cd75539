export interface HandOverDialogProps {
  readonly open: boolean;
  readonly tenantId: string;
  readonly fileName: string | null;
  readonly onHandOver: (to: string, note: string | null) => void;
  readonly onClose: () => void;
}

/** Which colleague of this tenant gets it, and a word to them. */
export function HandOverDialog(_props: HandOverDialogProps) {
  return null;
}
