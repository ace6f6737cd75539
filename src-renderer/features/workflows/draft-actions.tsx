import { Button } from '#renderer/ui/button/button.tsx';
import { Chip } from '#renderer/ui/chip/chip.tsx';

interface DraftActionsProps {
  readonly isChanged: boolean;
  readonly onDiscard: () => void;
  readonly onHistory: () => void;
}

/** A draft is one as long as the handles stand elsewhere than what is live. */
export function DraftActions({ isChanged, onDiscard, onHistory }: DraftActionsProps) {
  return (
    <>
      {isChanged ? (
        <>
          <Chip tone="accent">draft</Chip>
          <Button variant="ghost" icon="undo" shortcut="U" onClick={onDiscard}>
            Discard draft
          </Button>
        </>
      ) : null}
      <Button variant="ghost" icon="activity" shortcut="H" onClick={onHistory}>
        History
      </Button>
    </>
  );
}
