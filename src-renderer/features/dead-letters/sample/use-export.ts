import { downloadText } from '#renderer/contract/download-text.ts';
import { useCommand } from '#renderer/contract/use-command.ts';
import { useToast } from '#renderer/ui/toast/use-toast.ts';
import { messageWords } from './sample-words.ts';

export interface ExportChoice {
  readonly format: 'json' | 'csv';
  readonly isWhole: boolean;
}

/** Main writes the file, masked or whole; the page only saves it. A pre-signed URL is in neither. */
export function useExport(queue: string): (messageIds: readonly string[], choice: ExportChoice) => void {
  const toast = useToast();
  const command = useCommand('dead-letters.export');

  async function write(messageIds: readonly string[], choice: ExportChoice): Promise<void> {
    const result = await command.run({ queue, messageIds: [...messageIds], ...choice });
    if (!result.ok) return;
    downloadText(result.value);
    toast.show({
      id: 'exported',
      message: `Exported ${messageWords(messageIds.length)}${choice.isWhole ? ', whole but for pre-signed URLs' : ', masked'}`,
      ...(choice.isWhole ? { detail: 'That you did is in the audit.' } : {}),
      timeoutMs: 4_000,
    });
  }

  return (messageIds, choice) => {
    if (messageIds.length > 0) void write(messageIds, choice);
  };
}
