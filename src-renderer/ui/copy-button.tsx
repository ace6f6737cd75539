import { createContext, use, useEffect, useState } from 'react';
import { grouped } from '#shared/domain/formatting.ts';
import { Button, IconButton } from './button.tsx';
import { useToast } from './toast.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';
import { messages } from './messages.ts';

interface CopyButtonProps {
  readonly text: string;
  /** The label names the content, as in "Copy the batch id". */
  readonly label: string;
  /** With this text it is a labelled button instead of a bare icon. */
  readonly visibleLabel?: string | undefined;
  /** The text is still that of an earlier choice, so it is not to be copied. */
  readonly loading?: boolean;
}

export function CopyButton({ text, label, visibleLabel, loading = false }: CopyButtonProps) {
  const copy = useCopyText();
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);

  useEffect(() => {
    if (outcome === null) return undefined;
    const timer = setTimeout(() => setOutcome(null), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);

  function onClick(): void {
    copy(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  }

  const icon = outcome === null ? 'copy' : outcome === 'copied' ? 'check' : 'warning';
  return (
    <>
      {visibleLabel === undefined ? (
        <IconButton
          icon={icon}
          label={outcome === null ? label : said[outcome]}
          size="sm"
          onClick={onClick}
        />
      ) : (
        <Button icon={icon} size="sm" loading={loading} onClick={onClick}>
          {visibleLabel}
        </Button>
      )}
      <VisuallyHidden>
        <output>{outcome === null ? '' : said[outcome]}</output>
      </VisuallyHidden>
    </>
  );
}

export const notCopied = messages.parts.notCopied;
const said = { copied: 'Copied', failed: notCopied } as const;

/** Copies and confirms with a toast, for keys and menus, which leave no button that could show success. */
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

/** Copies one id per line. For several ids the toast shows their number, as in "1,204 message ids". */
export function useCopyIds(called: string): (ids: readonly string[]) => void {
  const copyAndTell = useCopyAndTell();
  return (ids) => {
    const [only] = ids;
    const isOne = ids.length === 1 && only !== undefined;
    copyAndTell(ids.join('\n'), isOne ? only : `${grouped(ids.length)} ${called}`);
  };
}

type CopyText = (text: string) => Promise<void>;

const CopyTextContext = createContext<CopyText>((text) => navigator.clipboard.writeText(text));

/** The app provides copying through the main process; otherwise the page's own clipboard is used. */
export const CopyTextProvider = CopyTextContext.Provider;

export function useCopyText(): CopyText {
  return use(CopyTextContext);
}
