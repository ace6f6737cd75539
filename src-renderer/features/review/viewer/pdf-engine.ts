import type * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy, PDFPageProxy, RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { viewerMessages } from './viewer-messages.ts';
import { addTurn, type Size, type Turn } from './page-layout.ts';
import { listWordsOnPage, type PageWord, type TextRun } from './page-words.ts';

/** Draws PDFs. The viewer uses pdf.js, and tests pass their own engine. */
export interface PdfEngine {
  /** Starts loading the engine, so that the first file does not have to wait for it. */
  readonly warm: () => void;
  /** Takes ownership of the bytes. */
  readonly open: (bytes: Uint8Array) => OpeningPdf;
}

export interface OpeningPdf {
  /** Rejects with a message for the user. */
  readonly pdf: Promise<OpenPdf>;
  /** Frees the file. A drawing that is still running rejects. */
  readonly close: () => void;
}

export interface OpenPdf {
  readonly pages: number;
  /** The first page is 1. */
  readonly page: (page: number) => Promise<PdfPage>;
}

export interface PdfPage {
  /** The size of the unrotated page in points. */
  readonly size: Size;
  /** The rotation that shows the page upright. */
  readonly turn: Turn;
  /** Draws the unrotated page at this width in pixels. */
  readonly draw: (width: number) => Drawing;
  /** Returns the words at their printed positions, for a page with one pixel per point. */
  readonly text: () => Promise<HTMLElement>;
  /** Returns the words of its text layer in reading order. A scan without text has none. */
  readonly words: () => Promise<readonly PageWord[]>;
}

interface Drawing {
  readonly done: Promise<Picture>;
  readonly cancel: () => void;
}

export interface Picture {
  readonly element: HTMLElement;
  readonly width: number;
  readonly bytes: number;
  readonly release: () => void;
}

/** Uses pdf.js with one worker for all files, and loads nothing before it is needed. */
export const pdfjsEngine: PdfEngine = { warm: () => void loadPdfjs().catch(() => undefined), open };

function open(bytes: Uint8Array): OpeningPdf {
  const closing = new AbortController();
  return {
    pdf: openDocument(bytes, closing.signal).catch((error: unknown) => {
      throw new Error(explainFailure(error), { cause: error });
    }),
    close: () => closing.abort(),
  };
}

async function openDocument(bytes: Uint8Array, closing: AbortSignal): Promise<OpenPdf> {
  const loaded = await loadPdfjs();
  closing.throwIfAborted();
  const task = loaded.open(bytes);
  closing.addEventListener('abort', () => void task.destroy().catch(() => undefined));
  const settled = new AbortController();
  try {
    const document = await new Promise<PDFDocumentProxy>((resolve, reject) => {
      loaded.onBroken(reject, settled.signal);
      closing.addEventListener('abort', () => reject(new Error(viewerMessages.closed)), {
        signal: settled.signal,
      });
      task.promise.then(resolve, reject);
    });
    return { pages: document.numPages, page: (page) => openPdfPage(loaded, document, page) };
  } finally {
    settled.abort();
  }
}

async function openPdfPage(
  loaded: LoadedPdfjs,
  document: PDFDocumentProxy,
  number: number,
): Promise<PdfPage> {
  const page = await document.getPage(number);
  const { width, height, transform } = page.getViewport({ scale: 1, rotation: 0 });
  const size = { width, height };
  const turn = addTurn(0, page.rotate);
  let content: ReturnType<PDFPageProxy['getTextContent']> | undefined;
  const readContent = () => (content ??= page.getTextContent());
  return {
    size,
    turn,
    draw: (pixels) => draw(page, pixels),
    text: async () => renderText(loaded, page, await readContent()),
    async words() {
      const { items, styles } = await readContent();
      const runs = items.filter((item): item is TextItem => 'str' in item);
      return listWordsOnPage({ runs, styles, size, toPage: transform.map(Number), turn });
    },
  };
}

function draw(page: PDFPageProxy, pixels: number): Drawing {
  const { width } = page.getViewport({ scale: 1, rotation: 0 });
  const viewport = page.getViewport({ scale: pixels / width, rotation: 0 });
  const canvas = document.createElement('canvas');
  canvas.width = pixels;
  canvas.height = Math.max(1, Math.round(viewport.height));
  const task = page.render({ canvas, viewport });
  return { done: drawn(page, task, canvas), cancel: () => task.cancel() };
}

async function drawn(page: PDFPageProxy, task: RenderTask, canvas: HTMLCanvasElement): Promise<Picture> {
  const release = () => {
    // A canvas keeps its memory until it is collected, unless it has no pixels.
    canvas.width = 0;
    canvas.height = 0;
  };
  try {
    await task.promise;
  } catch (error) {
    release();
    throw error;
  } finally {
    // The unpacked images of a page take more memory than the page itself.
    page.cleanup();
  }
  const { width, height } = canvas;
  return { element: canvas, width, bytes: width * height * 4, release };
}

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;
type TextItem = Extract<TextContent['items'][number], TextRun>;

async function renderText(
  { TextLayer }: LoadedPdfjs,
  page: PDFPageProxy,
  textContentSource: TextContent,
): Promise<HTMLElement> {
  const container = document.createElement('div');
  const viewport = page.getViewport({ scale: 1, rotation: 0 });
  await new TextLayer({ textContentSource, container, viewport }).render();
  return container;
}

function explainFailure(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  switch (name) {
    case 'InvalidPDFException':
      return viewerMessages.cutOff;
    case 'PasswordException':
      return viewerMessages.protected;
    default:
      return message;
  }
}

interface LoadedPdfjs {
  readonly TextLayer: typeof pdfjs.TextLayer;
  readonly open: (bytes: Uint8Array) => pdfjs.PDFDocumentLoadingTask;
  /** Reports that the worker has failed, until the signal aborts. */
  readonly onBroken: (listener: (error: Error) => void, signal: AbortSignal) => void;
}

let loaded: Promise<LoadedPdfjs> | undefined;

/** Half a megabyte of script and a larger worker, loaded when Review opens and not with the first page. */
function loadPdfjs(): Promise<LoadedPdfjs> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(): Promise<LoadedPdfjs> {
  // The legacy build supports browsers that are not from this year.
  const { getDocument, PDFWorker, TextLayer, VerbosityLevel, version } =
    await import('pdfjs-dist/legacy/build/pdf.mjs');
  // electron.vite.config.ts copies the files to this path.
  const files = new URL(`/assets/pdfjs-${version}/`, document.baseURI).href;
  const port = new Worker(`${files}pdf.worker.js`, { type: 'module' });
  // The next file tries again.
  port.addEventListener('error', () => (loaded = undefined));
  const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS });
  return {
    TextLayer,
    onBroken(listener, signal) {
      const tell = () => listener(new Error(viewerMessages.viewerFailed));
      port.addEventListener('error', tell, { signal });
    },
    open: (data) =>
      getDocument({
        data,
        worker,
        verbosity: VerbosityLevel.ERRORS,
        // The content security policy allows only code from our own files.
        useWasm: false,
        useWorkerFetch: true,
        // Pages look the same on every machine, because substitutes for Helvetica and Courier have other widths.
        useSystemFonts: false,
        standardFontDataUrl: `${files}standard_fonts/`,
        cMapUrl: `${files}cmaps/`,
        wasmUrl: `${files}wasm/`,
      }),
  };
}
