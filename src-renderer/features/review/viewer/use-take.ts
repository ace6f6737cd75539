import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { afterPaint } from '#renderer/ui/after-paint.ts';
import type { Box, ReviewKey } from '#shared/contract/review-document.ts';
import { takeMessages } from './viewer-messages.ts';
import type { Point } from './page-layout.ts';
import type { PageStore } from './page-store.ts';
import type { PageWord } from './page-words.ts';
import {
  findFirstWord,
  findWordAt,
  findWordsBetween,
  findWordsIn,
  joinAsText,
  moveWord,
  findBoxAround,
  tidyValue,
  widenToValue,
  type Taken,
  type WordPlaces,
  type WordStep,
} from './word-choice.ts';

/** The field that a word of the page goes into. */
export interface TakeTarget {
  readonly label: string;
  /** The type in the workflow's schema. */
  readonly type: string | null;
  /** The value that this person has given it. */
  readonly value: string | undefined;
}

/** A value with its place, as the readers stored it. It stands in where a page has no text and no words are stored. */
export interface ReadValue {
  readonly text: string;
  readonly page: number;
  readonly box: Box;
}

interface Parts {
  readonly store: PageStore;
  readonly document: ReviewKey;
  /** The shown page; undefined until the file is loaded. */
  readonly page: number | undefined;
  readonly readValues: readonly ReadValue[];
  /** Undefined while no field is focused, or nothing can be changed. */
  readonly target: TakeTarget | undefined;
  /** The box of the focused field on this page. */
  readonly focusedBox: Box | undefined;
  readonly onTake: (taken: Taken) => void;
  /** Scrolls a part of the page into view. */
  readonly onShow: (box: Box) => void;
  /** Gives the keyboard back to the fields. */
  readonly onLeave: () => void;
}

/** Words that are being chosen by keyboard. */
interface Choice {
  /** The page and the kind of value that the choice was made for. */
  readonly words: readonly PageWord[];
  readonly type: string | null;
  readonly anchor: number;
  readonly cursor: number;
}

export type Take = ReturnType<typeof useTake>;

/** Takes a value from the page: by a click on a word, by a drawn box, or word by word with the keyboard. */
export function useTake(parts: Parts) {
  const { store, document, page, readValues, target, focusedBox, onTake, onShow, onLeave } = parts;
  const { words, whyNoText, retry } = useWordsOnPage(store, document, page, readValues);
  const [isTaking, setTaking] = useState(false);
  const [moved, setMoved] = useState<Choice>();
  const [said, setSaid] = useState('');
  const [taken, setTaken] = useState<string>();
  const [drawn, setDrawn] = useState<Box>();
  const type = target?.type ?? null;
  /** Choosing begins at the value of the field, also on another page and for another field. */
  const choice = useMemo((): Choice | undefined => {
    if (!isTaking || words === undefined || words.length === 0) return undefined;
    if (moved?.words === words && moved.type === type) return moved;
    const first = findFirstWord(words, focusedBox);
    const whole = widenToValue(words, first, type);
    return { words, type, anchor: whole[0] ?? first, cursor: whole.at(-1) ?? first };
  }, [isTaking, words, moved, type, focusedBox]);
  const chosen = useMemo(
    () => (choice === undefined ? nothing : findWordsBetween(choice.words, choice.anchor, choice.cursor)),
    [choice],
  );
  const show = useEffectEvent(() => {
    if (choice !== undefined) onShow(findBoxAround(choice.words, [choice.cursor]));
  });
  useEffect(() => show(), [choice]);

  function choose(from: Choice, cursor: number, extends_: boolean): void {
    setMoved({ ...from, cursor, anchor: extends_ ? from.anchor : cursor });
  }

  function take(places: WordPlaces): boolean {
    if (words === undefined || page === undefined || target === undefined) return false;
    const value = tidyValue(joinAsText(words, places), target.type);
    if (value === '') return false;
    onTake({ value, page, box: findBoxAround(words, places) });
    setTaken(value);
    stop();
    return true;
  }

  function stop(): void {
    setTaking(false);
    setMoved(undefined);
    setDrawn(undefined);
    setSaid('');
    onLeave();
  }

  /** Says why the page has no text. If the text could not be read, it is read again for the next press. */
  function sayNoText(why: NonNullable<typeof whyNoText>): void {
    setSaid(describeNoText(why, page ?? 1));
    retry();
  }

  function tell(): string {
    if (isTaking && words?.length === 0 && whyNoText !== null) return describeNoText(whyNoText, page ?? 1);
    if (isTaking && target !== undefined && shown !== '') return takeMessages.choosing(shown, target.label);
    // The sentence ends with the value: when it is typed over, taken back or decided.
    const isThere = taken !== undefined && target?.value === taken;
    if (said === '' && isThere) return takeMessages.taken(taken, target.label);
    const isReadSince = whyNoText !== 'unread' && said === takeMessages.notRead(page ?? 1);
    return isReadSince ? '' : said;
  }

  const chosenBoxes = useMemo(
    () => chosen.flatMap((at) => (words?.[at] === undefined ? [] : [words[at].box])),
    [chosen, words],
  );
  const shown = choice === undefined || words === undefined ? '' : joinAsText(words, chosen);
  return {
    isTaking,
    canTake: target !== undefined && page !== undefined,
    /** The boxes of the chosen words, and of the one that the cursor is on. */
    chosen: chosenBoxes,
    drawn,
    /** Tells what is chosen or what was taken. */
    says: tell(),
    start(): void {
      if (target === undefined) return setSaid(takeMessages.noField);
      const isRetry = whyNoText === 'unread' && words?.length === 0;
      if (isTaking && !isRetry) return stop();
      retry();
      setSaid('');
      return setTaking(true);
    },
    stop,
    /** Returns the box of the word that a click would take. */
    wordAt(at: Point): Box | undefined {
      if (target === undefined || words === undefined) return undefined;
      const found = findWordAt(words, at);
      return found === undefined ? undefined : words[found]?.box;
    },
    clickAt(at: Point): boolean {
      const found = words === undefined ? undefined : findWordAt(words, at);
      if (found === undefined || words === undefined || target === undefined) {
        if (target !== undefined && whyNoText !== null) sayNoText(whyNoText);
        return false;
      }
      return take(widenToValue(words, found, target.type));
    },
    draw(box: Box | undefined, isDone: boolean): void {
      setDrawn(isDone ? undefined : box);
      if (!isDone || box === undefined || words === undefined) return;
      if (target === undefined) return setSaid(takeMessages.noField);
      if (take(findWordsIn(words, box))) return;
      if (whyNoText === null) setSaid(takeMessages.noTextInBox);
      else sayNoText(whyNoText);
    },
    /** Returns whether the key was used. */
    press({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
      if (!isTaking || ctrlKey || metaKey || altKey) return false;
      if (key === 'Escape') {
        stop();
        return true;
      }
      if (words === undefined || choice === undefined) return false;
      if (key === 'Enter') return take(chosen);
      const step = steps[key];
      if (step === undefined) return false;
      choose(choice, moveWord(words, choice.cursor, step), shiftKey);
      return true;
    },
  };
}

const nothing: WordPlaces = [];

const steps: Readonly<Record<string, WordStep | undefined>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'start',
  End: 'end',
};

interface WordsToTake {
  /** Undefined while they are being read. */
  readonly words: readonly PageWord[] | undefined;
  /** Null if the page has text, or is still being read. */
  readonly whyNoText: 'picture' | 'unread' | null;
}

/** Returns the words of a page. Where it has none, the values that were read from it stand in. */
export function findWordsToTake(
  /** Null if the words could not be read, and undefined until they are. */
  read: readonly PageWord[] | null | undefined,
  readValues: readonly ReadValue[],
  page: number,
): WordsToTake {
  if (read === undefined) return { words: undefined, whyNoText: null };
  if (read !== null && read.length > 0) return { words: read, whyNoText: null };
  return { words: listValuesAsRead(readValues, page), whyNoText: read === null ? 'unread' : 'picture' };
}

export function describeNoText(why: 'picture' | 'unread', page: number): string {
  return why === 'unread' ? takeMessages.notRead(page) : takeMessages.noText(page);
}

/** Reads the words after the page is painted. They are undefined until then. */
function useWordsOnPage(
  store: PageStore,
  document: ReviewKey,
  page: number | undefined,
  readValues: readonly ReadValue[],
) {
  const [read, setRead] = useState<{ readonly of: string; readonly words: readonly PageWord[] | null }>();
  const of = `${document.batchId} ${document.documentId} ${String(page)}`;
  useEffect(() => {
    if (page === undefined) return undefined;
    let isOver = false;
    const leave = afterPaint(() => {
      void readPageOrNull(store, document, page).then((words) => isOver || setRead({ of, words }));
    });
    return () => {
      isOver = true;
      leave();
    };
  }, [store, document, page, of]);
  const own = read?.of === of ? read.words : undefined;
  const found = useMemo(() => findWordsToTake(own, readValues, page ?? 1), [own, readValues, page]);
  return {
    ...found,
    /** Reads the words again if they could not be read. */
    retry: () => {
      if (found.whyNoText !== 'unread' || page === undefined) return;
      void readPageOrNull(store, document, page).then((words) =>
        setRead((now) => (now?.of === of ? { of, words } : now)),
      );
    },
  };
}

/** Returns null if the words could not be read. The store then asks for them again at the next call. */
function readPageOrNull(
  store: PageStore,
  document: ReviewKey,
  page: number,
): Promise<readonly PageWord[] | null> {
  return store.words(document, page).catch(() => null);
}

/** A scan may have no words at all, but the values that were read from it have a place. */
function listValuesAsRead(values: readonly ReadValue[], page: number): readonly PageWord[] {
  return values
    .filter((value) => value.page === page && value.text !== '')
    .toSorted((one, other) => one.box[1] - other.box[1] || one.box[0] - other.box[0])
    .map(({ text, box }, at) => ({ text, box, line: at, part: at }));
}
