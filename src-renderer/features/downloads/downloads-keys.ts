import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { isModalOpen } from '#renderer/ui/focus.ts';
import { latinKey, usePageKeys, useSingleKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import type { Strip } from './days/use-strip.ts';
import type { DownloadsAddress, GoDownloads } from './address.ts';
import { messages } from './messages.ts';

interface DeskKeys {
  readonly address: DownloadsAddress;
  readonly go: GoDownloads;
  readonly strip: Strip;
  readonly readAgain: () => void;
}

/** Keys and palette commands of the whole page. */
export function useDeskKeys({ address, go, strip, readAgain }: DeskKeys): void {
  const { file, status, standing, batch, date } = address;

  /** Each step back leaves one level: the file, the status, the batch or the stuck files, the day. */
  function goBack(): void {
    if (file !== null) go({ file: null }, 'replace');
    else if (status !== null) go({ status: null }, 'replace');
    else if (standing !== null) go({ standing: null }, 'replace');
    else if (batch !== null && date !== null) go({ batch: null }, 'replace');
  }
  useStripKeys({ ...strip, readAgain });
  // U reads again, as on the other pages.
  usePageKeys(pageKeys.downloads, { back: goBack, readAgainToo: readAgain });
  const showStanding = (kind: 'stuck' | 'never-picked-up') =>
    go({ standing: kind, batch: null, file: null, status: null });
  usePageCommands([
    {
      id: 'stuck-downloads',
      title: messages.commands.stuck,
      keywords: ['download', 'standing', 'still', 'hang'],
      icon: 'workflows',
      run: () => showStanding('stuck'),
    },
    {
      id: 'never-picked-up',
      title: messages.commands.neverPickedUp,
      keywords: ['download', 'available', 'waiting', 'standing'],
      icon: 'workflows',
      run: () => showStanding('never-picked-up'),
    },
    {
      id: 'downloads-today',
      title: messages.commands.today,
      keywords: ['day', 'date', 'strip', 'home'],
      icon: 'undo',
      shortcut: pageKeys.downloads.today,
      run: strip.goToday,
    },
    {
      id: 'read-day-again',
      title: standing === null ? messages.commands.readDay : messages.commands.readFiles,
      keywords: ['refresh', 'reload'],
      icon: 'retry',
      shortcut: pageKeys.downloads.readAgain,
      run: readAgain,
    },
  ]);
}

interface StripKeys {
  readonly step: (days: 1 | -1) => void;
  readonly move: (weeks: 1 | -1) => void;
  readonly goToday: () => void;
  readonly readAgain: () => void;
}

/**
 * Arrows, Home and R work wherever the focus is, unless they mean something else there. R also follows G on
 * the way to Review, which must not read anything.
 */
function useStripKeys(keys: StripKeys): void {
  const singleKeys = useSingleKeys();
  const goPressedAt = useRef(Number.NEGATIVE_INFINITY);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isModalOpen()) return;
    const key = latinKey(event);
    if (event.target instanceof Element && event.target.closest(takesKeys) !== null) return;
    const isAfterGo = event.timeStamp - goPressedAt.current < sequenceMs;
    goPressedAt.current = key.toLowerCase() === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (key.toLowerCase() === 'r' && (!singleKeys || isAfterGo || event.repeat || event.shiftKey)) return;
    const run = findKeyAction(key, event.shiftKey, keys);
    if (run === undefined) return;
    event.preventDefault();
    run();
  });
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function findKeyAction(key: string, shift: boolean, keys: StripKeys): (() => void) | undefined {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[key] as 1 | -1 | undefined;
  if (by !== undefined) return shift ? () => keys.move(by) : () => keys.step(by);
  if (key === 'Home' && !shift) return keys.goToday;
  return key.toLowerCase() === 'r' ? keys.readAgain : undefined;
}

/** The shell waits this long for the second key. */
const sequenceMs = 1_500;

/** Elements that use the arrows themselves or accept text. */
const takesKeys = [
  'input:not([type=checkbox])',
  'textarea',
  'th',
  '[role=columnheader]',
  '[role=separator]',
  '[role=slider]',
  '[role=combobox]',
  '[role=listbox]',
  '[role=dialog]',
  '[role=alertdialog]',
  '[role=menu]',
].join(',');
