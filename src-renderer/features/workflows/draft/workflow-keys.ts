import { useEffectEvent, useLayoutEffect } from 'react';
import type { RefObject } from 'react';
import { usePageCommands, type PageCommand } from '#renderer/contract/page-commands.ts';
import { isModalOpen } from '#renderer/ui/focus.ts';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { useToast } from '#renderer/ui/toast.tsx';

interface Parts {
  readonly isChanged: boolean;
  /** Why nothing can be saved now; undefined where it can. */
  readonly whyNot: string | undefined;
  readonly discard: () => void;
  readonly toList: () => void;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly toHistory: () => void;
}

/**
 * What keys and the palette do with the workflow that is open. None of the letters that follow a G: whoever goes to a
 * page must not discard a draft on the way. Mod+Enter is heard in the reason too.
 */
export function useWorkflowKeys({ isChanged, whyNot, discard, toList, form, toHistory }: Parts): void {
  const toast = useToast();
  const save = () => {
    if (whyNot === undefined) form.current?.requestSubmit();
    else toast.show({ message: whyNot, id: 'not saved' });
  };
  usePageKeys({ u: isChanged ? discard : undefined, h: toHistory, Escape: toList });
  useSaveKey(form, save);

  const all: readonly (PageCommand & { readonly may: boolean })[] = [
    {
      id: 'save-thresholds',
      title: 'Save the thresholds',
      keywords: ['confidence', 'review', 'version', 'draft'],
      icon: 'workflows',
      shortcut: 'Mod+Enter',
      run: save,
      may: whyNot === undefined,
    },
    {
      id: 'discard-draft',
      title: 'Discard the draft',
      keywords: ['thresholds', 'undo', 'live'],
      icon: 'undo',
      shortcut: 'U',
      run: discard,
      may: isChanged,
    },
    {
      id: 'workflow-history',
      title: 'Go to the history of the workflow',
      keywords: ['versions', 'revert', 'who', 'changes'],
      icon: 'retry',
      shortcut: 'H',
      run: toHistory,
      may: true,
    },
  ];
  usePageCommands(all.filter(({ may }) => may));
}

function useSaveKey(form: RefObject<HTMLFormElement | null>, save: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    // Under a dialog nothing of the page may happen, and what is typed in a popover is no reason.
    if (form.current === null || isModalOpen()) return;
    if (event.target instanceof Element && event.target.closest('[role=dialog]') !== null) return;
    event.preventDefault();
    if (!event.repeat) save();
  });
  // A layout effect: what can be seen is heard from the same moment.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
