import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { usePageKeys } from '#renderer/ui/kbd/use-page-keys.ts';
import { chosenFiles, requeueLabel, whyNotChosen } from '../file/chosen-files.ts';
import type { FileRow } from '../file/file-row.ts';
import { useOpenFile } from '../file/use-open-file.ts';
import { useDownloadActions } from './use-download-actions.ts';
import { useOrSay } from './use-or-say.ts';

interface ActsOn {
  readonly rows: readonly FileRow[];
  readonly selected: ReadonlySet<string>;
  /** Open beside the list. */
  readonly file: string | null;
  readonly batchId: string | undefined;
  readonly now: number;
  readonly readAt: number;
  readonly whyNotAct: string | undefined;
}

/** P and the palette requeue what is selected, else the open file, else all that need it. */
export function useFileActions({ batchId, whyNotAct, ...choice }: ActsOn) {
  const { requeue } = useDownloadActions();
  const orSay = useOrSay();
  const chosen = chosenFiles(choice);
  const open = useOpenFile(choice.file);
  const whyNot = whyNotAct ?? whyNotChosen(chosen, open, choice.now);
  const act = () => requeue(chosen.fileIds, batchId);
  usePageKeys({ p: orSay(whyNot, act) });
  usePageCommands(
    whyNot === undefined
      ? [
          {
            id: 'requeue-files',
            title: requeueLabel(chosen),
            keywords: ['download', 'retry', 'stuck', 'failed', 'plan', 'fetch again'],
            icon: 'retry',
            shortcut: 'P',
            run: act,
          },
        ]
      : [],
  );
  return { by: chosen.by, requeue: (fileIds: readonly string[]) => requeue(fileIds, batchId) };
}
