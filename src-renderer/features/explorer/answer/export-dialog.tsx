import { useState } from 'react';
import { useCommand } from '#renderer/contract/use-command.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { describeCount } from '#renderer/ui/data-table/describe-rows.ts';
import { Dialog, DialogBody, DialogFoot } from '#renderer/ui/dialog/dialog.tsx';
import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import { useToast } from '#renderer/ui/toast/use-toast.ts';
import { downloadText } from '#renderer/contract/download-text.ts';
import styles from './results.module.css';

export interface ExportRequest {
  readonly reading: string;
  readonly columns: readonly string[];
  readonly rows: readonly string[];
  readonly which: 'shown' | 'selected';
}

export interface ExportDialogProps {
  readonly request: ExportRequest | null;
  readonly onClose: () => void;
}

/** Exactly the rows and columns that are shown, with their masks on. */
export function ExportDialog({ request, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<'csv' | 'json'>('csv');
  const toast = useToast();
  const command = useCommand('explorer.export', {
    onSuccess: (file) => {
      downloadText(file);
      toast.show({ message: `${file.fileName} was written`, tone: 'succeeded' });
      onClose();
    },
  });
  const rows = request?.rows.length ?? 0;
  return (
    <Dialog
      open={request !== null}
      onClose={onClose}
      title={`Export the ${describeCount(rows)} ${request?.which ?? 'shown'}`}
      size="sm"
    >
      <DialogBody className={styles.export}>
        <Segmented label="Format" value={format} onChange={setFormat} options={formats} />
        <p>
          {rows === 1 ? 'One row' : `${describeCount(rows)} rows`} and{' '}
          {request?.columns.length === 1
            ? 'one column'
            : `${describeCount(request?.columns.length ?? 0)} columns`}
          {', '}
          {order[request?.which ?? 'shown']}. What is masked stays masked; the export is audited.
        </p>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          icon="export"
          loading={command.isRunning}
          onClick={() => request !== null && void command.run(inputOf(request, format))}
        >
          Export
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

const order = { shown: 'in the order they are shown', selected: 'in the order they were read' } as const;

function inputOf({ reading, columns, rows }: ExportRequest, format: 'csv' | 'json') {
  return { reading, columns: [...columns], rows: [...rows], format };
}

const formats = [
  { value: 'csv', label: 'CSV' },
  { value: 'json', label: 'JSON' },
] as const;
