import { createContext, use, useEffect, useState } from 'react';
import { grouped } from '#shared/domain/formatting.ts';
import { Button, IconButton } from './button.tsx';
import { useToast } from './toast.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

interface CopyButtonProps {
  readonly text: string;
  /** "Copy the batch id". */
  readonly label: string;
  /** A button with words instead of the bare icon. */
  readonly visibleLabel?: string | undefined;
}

export function CopyButton({ text, label, visibleLabel }: CopyButtonProps) {
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
        <Button icon={icon} size="sm" onClick={onClick}>
          {visibleLabel}
        </Button>
      )}
      <VisuallyHidden>
        <output>{outcome === null ? '' : said[outcome]}</output>
      </VisuallyHidden>
    </>
  );
}

export const notCopied = 'Not copied: the clipboard refused';
const said = { copied: 'Copied', failed: notCopied } as const;

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

type CopyText = (text: string) => Promise<void>;

const CopyTextContext = createContext<CopyText>((text) => navigator.clipboard.writeText(text));

/** The app puts the road through main here; without one the page's own clipboard is used. */
export const CopyTextProvider = CopyTextContext.Provider;

export function useCopyText(): CopyText {
  return use(CopyTextContext);
}
