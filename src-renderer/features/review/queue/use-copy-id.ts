import { useCopyText } from '#renderer/ui/copy-button/copy-text-context.ts';
import { useToast } from '#renderer/ui/toast/use-toast.ts';

/** For a key that copies: no button is there to say that it worked. */
export function useCopyId(): (id: string) => void {
  const copy = useCopyText();
  const toasts = useToast();
  return (id) => {
    copy(id).then(
      () => toasts.show({ message: `Copied ${id}`, id: 'copied id', timeoutMs: 3_000 }),
      () => toasts.show({ message: 'Not copied: the clipboard refused.', tone: 'failed', id: 'copied id' }),
    );
  };
}
