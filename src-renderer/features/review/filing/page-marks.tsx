import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { findBridge } from '#renderer/contract/query-client.ts';
import { Note } from '#renderer/ui/note.tsx';
import type { ReviewKey } from '#shared/contract/review-document.ts';
import { decodeFile } from '../viewer/page-file.ts';
import { pdfjsEngine, type OpenPdf, type Picture } from '../viewer/pdf-engine.ts';
import { filingMessages as messages } from './filing-messages.ts';
import styles from './filing.module.css';

export interface PagesOfFile {
  /** Undefined until the file is open. */
  readonly pdf: OpenPdf | undefined;
  readonly failure: string | undefined;
}

/** Opens the file once more while the dialog is open, so that the viewer behind it is not disturbed. */
export function usePages({ tenantId, projectId, batchId, documentId }: ReviewKey): PagesOfFile {
  const client = useQueryClient();
  const [pages, setPages] = useState<PagesOfFile>({ pdf: undefined, failure: undefined });
  useEffect(() => {
    let isClosed = false;
    let close: (() => void) | undefined;
    async function open(): Promise<void> {
      const key = { tenantId, projectId, batchId, documentId };
      const read = await findBridge(client).call('review.file', key);
      if (!read.ok) throw new Error(read.failure.message);
      if (isClosed) return;
      const opening = pdfjsEngine.open(decodeFile(read.value.base64));
      ({ close } = opening);
      const pdf = await opening.pdf;
      if (!isClosed) setPages({ pdf, failure: undefined });
    }
    open().catch((error: unknown) => {
      const failure = error instanceof Error ? error.message : String(error);
      if (!isClosed) setPages({ pdf: undefined, failure });
    });
    return () => {
      isClosed = true;
      close?.();
    };
  }, [client, tenantId, projectId, batchId, documentId]);
  return pages;
}

interface PageMarksProps {
  readonly file: PagesOfFile;
  /** The pages on which a document begins, besides the first. */
  readonly beginnings: readonly number[];
  readonly onToggle: (page: number) => void;
}

/** Shows the pages as pictures. Each but the first can be marked as the beginning of a document. */
export function PageMarks({ file: { pdf, failure }, beginnings, onToggle }: PageMarksProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  if (failure !== undefined) {
    return (
      <Note tone="bad" live>
        <b>{messages.pagesNotRead}</b> {failure}
      </Note>
    );
  }
  if (pdf === undefined) return <p className={styles.quiet}>{messages.loadingPages}</p>;

  function onKeyDown(event: KeyboardEvent): void {
    const step = steps[event.key];
    const marks = [...(list.current?.querySelectorAll<HTMLInputElement>('input:not(:disabled)') ?? [])];
    const at = marks.findIndex((mark) => mark === document.activeElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    marks[Math.min(marks.length - 1, Math.max(0, at + step))]?.focus();
  }

  const pages = Array.from({ length: pdf.pages }, (_, at) => at + 1);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears the arrow keys of the marks in it
    <fieldset ref={list} className={styles.pages} onKeyDown={onKeyDown}>
      <legend className={styles.legend}>
        {messages.pages} <span className={styles.quiet}>{messages.pageKeys}</span>
      </legend>
      {pages.map((page) => {
        const isMarked = page === 1 || beginnings.includes(page);
        return (
          <label key={page} className={styles.page} data-begins={isMarked || undefined}>
            <PagePicture pdf={pdf} page={page} />
            <span className={styles.pageFoot}>
              <input
                type="checkbox"
                aria-label={messages.beginsHere(page)}
                checked={isMarked}
                disabled={page === 1}
                onChange={() => onToggle(page)}
              />
              <span aria-hidden>{messages.page(page)}</span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
/** In pixels, drawn for a sharp screen. */
const pictureWidth = 240;

/** The picture is decoration: its page has a name and a mark. A page that cannot be drawn stays blank. */
function PagePicture({ pdf, page }: { readonly pdf: OpenPdf; readonly page: number }) {
  const frame = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let isGone = false;
    let picture: Picture | undefined;
    async function draw(): Promise<void> {
      const opened = await pdf.page(page);
      if (isGone) return;
      picture = await opened.draw(pictureWidth).done;
      if (isGone) picture.release();
      else frame.current?.replaceChildren(picture.element);
    }
    void draw().catch(() => undefined);
    return () => {
      isGone = true;
      picture?.release();
    };
  }, [pdf, page]);
  return <span ref={frame} className={styles.picture} aria-hidden />;
}
