import { grouped } from '#shared/domain/grouped-number.ts';
import { useCopyText } from '#renderer/ui/copy-button/copy-text-context.ts';
import { useToast } from '#renderer/ui/toast/use-toast.ts';

/** One id a line, and a word on what became of it. */
export function useCopyFileIds(): (ids: readonly string[]) => void {
  const copy = useCopyText();
  const toast = useToast();
  return (ids) => {
    const what = ids.length === 1 ? (ids[0] ?? '') : `${grouped(ids.length)} FileIDs`;
    copy(ids.join('\n')).then(
      () => toast.show({ message: `Copied ${what}`, id: 'copied', timeoutMs: 2_000 }),
      () => toast.show({ message: 'Not copied: the clipboard refused', tone: 'failed', id: 'copied' }),
    );
  };
}
