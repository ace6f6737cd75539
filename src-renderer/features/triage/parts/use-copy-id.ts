import { useCopyText } from '#renderer/ui/copy-button/copy-text-context.ts';
import { useToast } from '#renderer/ui/toast/use-toast.ts';

/** For a key that copies: no button is there to say that it worked. */
export function useCopyId(): (id: string) => void {
  const copy = useCopyText();
  const toasts = useToast();

  async function copyAndTell(id: string): Promise<void> {
    try {
      await copy(id);
      toasts.show({ message: `Copied ${id}`, id: 'copied id', timeoutMs: 3_000 });
    } catch {
      toasts.show({
        message: `${id} was not copied: the clipboard refused.`,
        tone: 'failed',
        id: 'copied id',
      });
    }
  }

  return (id) => void copyAndTell(id);
}
