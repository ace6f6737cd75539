import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { usePageKeys } from '#renderer/ui/kbd/use-page-keys.ts';
import type { DownloadsAddress, GoDownloads } from './downloads-address.ts';
import { useStripKeys } from './strip/use-strip-keys.ts';
import type { Strip } from './strip/use-strip.ts';

interface DeskKeys {
  readonly address: DownloadsAddress;
  readonly go: GoDownloads;
  readonly strip: Strip;
  readonly readAgain: () => void;
}

/** What keys and the palette do wherever one is on the page. */
export function useDeskKeys({ address, go, strip, readAgain }: DeskKeys): void {
  const { file, status, standing, batch, date } = address;

  /** One level each: the file, the status, the batch or the files that do not move, the day. */
  function goBack(): void {
    if (file !== null) go({ file: null }, 'replace');
    else if (status !== null) go({ status: null }, 'replace');
    else if (standing !== null) go({ standing: null }, 'replace');
    else if (batch !== null && date !== null) go({ batch: null }, 'replace');
  }
  useStripKeys({ ...strip, readAgain });
  // U reads again on the other pages.
  usePageKeys({ Escape: goBack, u: readAgain });
  const showStanding = (kind: 'stuck' | 'never-picked-up') =>
    go({ standing: kind, batch: null, file: null, status: null });
  usePageCommands([
    {
      id: 'stuck-downloads',
      title: 'Files stuck downloading',
      keywords: ['download', 'standing', 'still', 'hang'],
      icon: 'workflows',
      run: () => showStanding('stuck'),
    },
    {
      id: 'never-picked-up',
      title: 'Files that were never picked up',
      keywords: ['download', 'available', 'waiting', 'standing'],
      icon: 'workflows',
      run: () => showStanding('never-picked-up'),
    },
    {
      id: 'downloads-today',
      title: "Today's downloads",
      keywords: ['day', 'date', 'strip', 'home'],
      icon: 'undo',
      shortcut: 'Home',
      run: strip.goToday,
    },
    {
      id: 'read-day-again',
      title: standing === null ? 'Read the chosen day again' : 'Read these files again',
      keywords: ['refresh', 'reload'],
      icon: 'retry',
      shortcut: 'R',
      run: readAgain,
    },
  ]);
}
