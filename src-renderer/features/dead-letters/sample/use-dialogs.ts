import { useState } from 'react';
import type { MessageRow } from '#shared/contract/dead-letters/messages.ts';

type Shown =
  | { readonly kind: 'move' }
  | { readonly kind: 'edit'; readonly row: MessageRow }
  | { readonly kind: 'discard'; readonly rows: readonly MessageRow[] };

export interface Dialogs {
  /** The one that is open, or fades out with what it was about. */
  readonly shown: Shown | null;
  readonly isOpen: boolean;
  readonly show: (shown: Shown) => void;
  readonly close: () => void;
}

export function useDialogs(): Dialogs {
  const [shown, setShown] = useState<Shown | null>(null);
  const [isOpen, setOpen] = useState(false);
  return {
    shown,
    isOpen,
    show(next) {
      setShown(next);
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}
