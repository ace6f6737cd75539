import { downloadText } from '#renderer/contract/download-text.ts';
import { useCommand } from '#renderer/contract/use-command.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { MenuItem } from '#renderer/ui/menu/menu-items.tsx';
import { Menu } from '#renderer/ui/menu/menu.tsx';
import { useToast } from '#renderer/ui/toast/use-toast.ts';

/** All receipts of the job as a file, whatever is shown of them. */
export function ExportMenu({ jobId }: { readonly jobId: string }) {
  const toast = useToast();
  const command = useCommand('jobs.export', {
    onSuccess: (file) => {
      downloadText(file);
      toast.show({ message: `${file.fileName} was written`, tone: 'succeeded' });
    },
  });
  return (
    <Menu
      side="top"
      trigger={
        <Button size="sm" icon="export" loading={command.isRunning}>
          Export
        </Button>
      }
    >
      {formats.map(({ format, label }) => (
        <MenuItem key={format} onSelect={() => void command.run({ jobId, format })}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}

const formats = [
  { format: 'csv', label: 'All receipts as CSV' },
  { format: 'json', label: 'All receipts as JSON' },
] as const;
