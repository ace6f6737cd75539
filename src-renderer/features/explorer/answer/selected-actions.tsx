import { Button } from '#renderer/ui/button/button.tsx';

export interface SelectedActionsProps {
  readonly count: number;
  readonly onExport: () => void;
  readonly onCompare: () => void;
}

export function SelectedActions({ count, onExport, onCompare }: SelectedActionsProps) {
  return (
    <>
      <Button size="sm" icon="export" onClick={onExport}>
        Export selected
      </Button>
      <Button
        size="sm"
        disabled={count === 2 ? false : 'Two selected items can be compared'}
        onClick={onCompare}
      >
        Compare
      </Button>
    </>
  );
}
