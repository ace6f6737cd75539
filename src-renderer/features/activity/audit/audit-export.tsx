import { downloadText } from '#renderer/contract/download-text.ts';
import { useCommand } from '#renderer/contract/use-command.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { MenuItem } from '#renderer/ui/menu/menu-items.tsx';
import { Menu } from '#renderer/ui/menu/menu.tsx';
import { useToast } from '#renderer/ui/toast/use-toast.ts';

/** All that match and not only those that are loaded. */
export function AuditExport({ filter }: { readonly filter: string }) {
  const toast = useToast();
  const command = useCommand('audit.export', {
    onSuccess: (file) => {
      downloadText(file);
      toast.show({ message: `${file.fileName} was written`, tone: 'succeeded' });
    },
  });
  return (
    <Menu
      trigger={
        <Button size="sm" icon="export" loading={command.isRunning}>
          Export
        </Button>
      }
    >
      {formats.map(({ format, label }) => (
        <MenuItem
          key={format}
          onSelect={() => void command.run(filter === '' ? { format } : { filter, format })}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}

const formats = [
  { format: 'csv', label: 'All that match as CSV' },
  { format: 'json', label: 'All that match as JSON' },
] as const;
