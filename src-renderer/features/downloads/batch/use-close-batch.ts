import type { DownloadBatch } from '#shared/contract/downloads/downloads.ts';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { usePageKeys } from '#renderer/ui/kbd/use-page-keys.ts';
import { useDownloadActions } from '../acting/use-download-actions.ts';
import { useOrSay } from '../acting/use-or-say.ts';
import { shortBatchId, whyNotClose } from './batch-words.ts';

/** F and the palette plan to close the batch that is shown. */
export function useCloseBatch(batch: DownloadBatch, whyNotAct: string | undefined): () => void {
  const { close } = useDownloadActions();
  const orSay = useOrSay();
  const whyNot = whyNotAct ?? whyNotClose(batch);
  const act = () => close(batch.batchId);
  usePageKeys({ f: orSay(whyNot, act) });
  usePageCommands(
    whyNot === undefined
      ? [
          {
            id: 'close-downloads',
            title: `Close ${shortBatchId(batch.batchId)}…`,
            keywords: ['batch', 'end', 'give up', 'fail', 'plan'],
            icon: 'stop',
            shortcut: 'F',
            run: act,
          },
        ]
      : [],
  );
  return act;
}
