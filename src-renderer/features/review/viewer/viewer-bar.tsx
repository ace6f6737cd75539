import { useImperativeHandle, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { viewerMessages } from './viewer-messages.ts';
import styles from './viewer.module.css';

export interface ViewerBarProps {
  readonly page: number;
  /** Undefined while the file is loading. */
  readonly pages: number | undefined;
  readonly percent: number | undefined;
  readonly shows: 'box' | 'page' | 'width' | undefined;
  readonly isTaking: boolean;
  readonly isFinding: boolean;
  readonly pageField: RefObject<PageFieldHandle | null>;
  readonly onPage: (page: number) => void;
  readonly onZoomIn: () => void;
  readonly onZoomOut: () => void;
  readonly onToBox: () => void;
  readonly onWhole: () => void;
  readonly onWidth: () => void;
  readonly onTurn: () => void;
  /** Undefined where nothing can be taken. */
  readonly onTake: (() => void) | undefined;
  readonly onFind: () => void;
  readonly onLeave: () => void;
}

/** Holds the controls of the page: which one, how large, and what can be done with its text. */
export function ViewerBar(props: ViewerBarProps) {
  const { page, pages, percent, shows, isTaking, isFinding, pageField, onPage, onLeave } = props;
  const { onZoomIn, onZoomOut, onToBox, onWhole, onWidth, onTurn, onTake, onFind } = props;
  const isThere = pages !== undefined;
  return (
    <div className={styles.bar}>
      <span className={styles.group}>
        <IconButton
          icon="left"
          label={viewerMessages.previous}
          shortcut={pageKeys.review.previousPage}
          size="sm"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        <PageField
          // The field begins again for another page, and while one types it keeps what is typed.
          key={page}
          ref={pageField}
          page={page}
          pages={pages}
          onPage={onPage}
          onLeave={onLeave}
        />
        <IconButton
          icon="right"
          label={viewerMessages.next}
          shortcut={pageKeys.review.nextPage}
          size="sm"
          disabled={!isThere || page >= pages}
          onClick={() => onPage(page + 1)}
        />
      </span>
      <span className={styles.group}>
        <IconButton
          icon="search"
          label={viewerMessages.find}
          shortcut={pageKeys.review.find}
          size="sm"
          aria-pressed={isFinding}
          disabled={!isThere}
          onClick={onFind}
        />
        <IconButton
          icon="takeText"
          label={viewerMessages.take}
          shortcut={pageKeys.review.take}
          size="sm"
          aria-pressed={isTaking}
          disabled={!isThere || onTake === undefined}
          onClick={onTake}
        />
      </span>
      <span className={styles.group}>
        <IconButton
          icon="remove"
          label={viewerMessages.zoomOut}
          shortcut={pageKeys.review.smaller}
          size="sm"
          disabled={!isThere}
          onClick={onZoomOut}
        />
        <span className={styles.percent}>{percent === undefined ? '' : `${String(percent)} %`}</span>
        <IconButton
          icon="add"
          label={viewerMessages.zoomIn}
          shortcut={pageKeys.review.larger}
          size="sm"
          disabled={!isThere}
          onClick={onZoomIn}
        />
        <IconButton
          icon="fitPage"
          label={viewerMessages.wholePage}
          shortcut={pageKeys.review.whole}
          size="sm"
          aria-pressed={shows === 'page'}
          disabled={!isThere}
          onClick={onWhole}
        />
        <IconButton
          icon="fitWidth"
          label={viewerMessages.wholeWidth}
          shortcut={pageKeys.review.width}
          size="sm"
          aria-pressed={shows === 'width'}
          disabled={!isThere}
          onClick={onWidth}
        />
        <Button
          variant="ghost"
          size="sm"
          icon="zoom"
          shortcut={pageKeys.review.toBox}
          aria-pressed={shows === 'box'}
          aria-label={viewerMessages.toField}
          className={styles.toField ?? ''}
          disabled={!isThere}
          onClick={onToBox}
        >
          {viewerMessages.toField}
        </Button>
        <IconButton
          icon="retry"
          label={viewerMessages.rotate}
          shortcut={pageKeys.review.turn}
          size="sm"
          disabled={!isThere}
          onClick={onTurn}
        />
      </span>
    </div>
  );
}

export interface PageFieldHandle {
  readonly focus: () => void;
}

interface PageFieldProps {
  readonly ref: RefObject<PageFieldHandle | null>;
  readonly page: number;
  readonly pages: number | undefined;
  readonly onPage: (page: number) => void;
  readonly onLeave: () => void;
}

/** Shows the page and takes another one: Enter goes there, Escape does not. */
function PageField({ ref, page, pages, onPage, onLeave }: PageFieldProps) {
  const [typed, setTyped] = useState(String(page));
  const field = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({
    focus() {
      field.current?.focus();
      field.current?.select();
    },
  }));

  function go(): void {
    const wanted = Number(typed.trim());
    if (Number.isInteger(wanted) && wanted >= 1) onPage(wanted);
    else setTyped(String(page));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    if (event.key === 'Enter') go();
    else setTyped(String(page));
    event.preventDefault();
    event.stopPropagation();
    onLeave();
  }

  if (pages === undefined) return <span className={styles.pages}>{viewerMessages.page}</span>;
  return (
    <label className={styles.pages}>
      {viewerMessages.page}
      <VisuallyHidden>, {viewerMessages.goToPage}</VisuallyHidden>{' '}
      <input
        ref={field}
        type="text"
        inputMode="numeric"
        className={styles.pageField}
        style={{ width: `calc(${String(String(pages).length)}ch + 14px)` }}
        value={typed}
        maxLength={6}
        autoComplete="off"
        aria-keyshortcuts="Shift+G"
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => setTyped(String(page))}
      />{' '}
      {viewerMessages.ofPages(pages)}
    </label>
  );
}
