import { grouped } from '#shared/domain/formatting.ts';
import { useToast } from '../toast/use-toast.ts';
import { useCopyText } from './copy-text-context.ts';

export const notCopied = 'Not copied: the clipboard refused';

/** For a key that copies, or a menu that closes: no button is there to say that it worked. */
export function useCopyAndTell(): (text: string, what?: string) => void {
  const copy = useCopyText();
  const toasts = useToast();
  return (text, what = text) => {
    copy(text).then(
      () => toasts.show({ message: `Copied ${what}`, id: 'copied', timeoutMs: 3_000 }),
      () => toasts.show({ message: notCopied, tone: 'failed', id: 'copied' }),
    );
  };
}

/** One id a line; of several it is told how many, as "1,204 message ids". */
export function useCopyIds(called: string): (ids: readonly string[]) => void {
  const copyAndTell = useCopyAndTell();
  return (ids) => {
    const [only] = ids;
    const isOne = ids.length === 1 && only !== undefined;
    copyAndTell(ids.join('\n'), isOne ? only : `${grouped(ids.length)} ${called}`);
  };
}
