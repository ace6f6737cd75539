import { useDeferredValue, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { TextField } from '#renderer/ui/field.tsx';
import { Note } from '#renderer/ui/note.tsx';
import type { Box, ReviewKey } from '#shared/contract/review-document.ts';
import { findMessages } from './viewer-messages.ts';
import styles from './find-bar.module.css';
import type { PageStore } from './page-store.ts';
import { describeSearch, noPages, readPages, type SearchedPages } from './searched-pages.ts';
import { findText, type TextMatch } from './word-choice.ts';

/** The boxes that a search has found on the shown page. */
export interface FoundBoxes {
  readonly all: readonly Box[];
  readonly now: readonly Box[];
}

interface FindBarProps {
  readonly store: PageStore;
  readonly document: ReviewKey;
  readonly pages: number;
  readonly page: number;
  readonly onFound: (boxes: ReadonlyMap<number, FoundBoxes>) => void;
  readonly onShow: (page: number, box: Box) => void;
  readonly onClose: () => void;
}

/** Finds a text in the document, lists the places and leads from one to the next. */
export function FindBar({ store, document, pages, page, onFound, onShow, onClose }: FindBarProps) {
  const listId = useId();
  const root = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const sought = useDeferredValue(query);
  const { read, readAgain } = useSearchedPages(store, document, pages);
  const matches = useMemo(
    () => read.words.flatMap((own, at) => findText(own, at + 1, sought)).slice(0, mostMatches),
    [read, sought],
  );
  const [chosen, setChosen] = useState<{ readonly query: string; readonly at: number }>();
  const at = chosen?.query === sought ? Math.min(chosen.at, matches.length - 1) : -1;
  useFoundBoxes(matches, at, onFound);
  useEffect(() => field.current?.focus(), []);

  function go(to: number): void {
    const next = matches[(to + matches.length) % matches.length];
    if (next === undefined) return;
    setChosen({ query: sought, at: matches.indexOf(next) });
    const [box] = next.boxes;
    if (box !== undefined) onShow(next.page, box);
  }

  /** The first step leads to the next place from the shown page on, as in a browser. */
  function step(by: 1 | -1): void {
    if (at >= 0) return go(at + by);
    const here = matches.findIndex((match) => match.page >= page);
    return go(by === 1 ? Math.max(0, here) : here - 1);
  }

  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.isComposing || event.altKey) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const own = root.current;
    const listen = (event: KeyboardEvent) => onKey(event);
    own?.addEventListener('keydown', listen);
    return () => own?.removeEventListener('keydown', listen);
  }, []);

  return (
    <search ref={root} className={styles.find} aria-label={findMessages.region}>
      <div className={styles.line}>
        <TextField
          ref={field}
          label={findMessages.label}
          labelHidden
          size="sm"
          icon="search"
          className={styles.field}
          value={query}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          placeholder={findMessages.label}
          aria-controls={matches.length === 0 ? undefined : listId}
          onChange={(event) => setQuery(event.target.value)}
        />
        <output className={styles.count}>
          {describeSearch({
            read,
            pages,
            sought,
            at: at + 1,
            matches: matches.length,
            most: mostMatches,
          })}
        </output>
        <IconButton
          icon="up"
          size="sm"
          label={findMessages.previous}
          disabled={matches.length === 0}
          onClick={() => step(-1)}
        />
        <IconButton
          icon="down"
          size="sm"
          label={findMessages.next}
          disabled={matches.length === 0}
          onClick={() => step(1)}
        />
        <IconButton icon="close" size="sm" label={findMessages.close} onClick={onClose} />
      </div>
      {read.words.length < pages || read.unread.length === 0 ? null : (
        <Note
          tone="warn"
          flat
          live
          action={
            <Button
              size="sm"
              onClick={() => {
                readAgain();
                field.current?.focus();
              }}
            >
              {findMessages.readAgain}
            </Button>
          }
        >
          {findMessages.unread(read.unread, pages)}
        </Note>
      )}
      {matches.length === 0 ? null : (
        <ul id={listId} className={styles.list} aria-label={findMessages.matches}>
          {matches.slice(0, mostListed).map((match, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- a match is known by its place in the list
            <li key={place}>
              <button
                type="button"
                className={classNames(styles.match, place === at && styles.now)}
                aria-current={place === at || undefined}
                onClick={() => go(place)}
              >
                <span className={styles.page}>{findMessages.page(match.page)}</span>
                <bdi className={styles.excerpt}>
                  {match.before} <mark>{match.text}</mark> {match.after}
                </bdi>
              </button>
            </li>
          ))}
          {matches.length > mostListed ? (
            <li className={styles.more}>{findMessages.notListed(matches.length - mostListed)}</li>
          ) : null}
        </ul>
      )}
    </search>
  );
}

const mostMatches = 1_000;
const mostListed = 100;

function useSearchedPages(store: PageStore, document: ReviewKey, pages: number) {
  const [turn, setTurn] = useState(0);
  const [last, setLast] = useState<{ readonly turn: number; readonly read: SearchedPages }>();
  useEffect(() => {
    const leaving = new AbortController();
    void readPages(store, document, {
      pages,
      signal: leaving.signal,
      onRead: (read) => setLast({ turn, read }),
    });
    return () => leaving.abort();
  }, [store, document, pages, turn]);
  return {
    read: last?.turn === turn ? last.read : noPages,
    /** Only the pages that could not be read are requested again, because the store keeps the words of the others. */
    readAgain: () => setTurn((before) => before + 1),
  };
}

function useFoundBoxes(
  matches: readonly TextMatch[],
  at: number,
  onFound: (boxes: ReadonlyMap<number, FoundBoxes>) => void,
): void {
  useEffect(() => {
    const found = new Map<number, { all: Box[]; now: Box[] }>();
    matches.forEach(({ page, boxes }, place) => {
      const own = found.get(page) ?? { all: [], now: [] };
      own.all.push(...boxes);
      if (place === at) own.now.push(...boxes);
      found.set(page, own);
    });
    onFound(found);
  }, [matches, at, onFound]);
}
