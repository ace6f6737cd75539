import type * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy, PDFPageProxy, RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { turnBy, type Size, type Turn } from './page-layout.ts';

/** What draws PDFs. The viewer's is pdf.js; tests bring their own. */
export interface PdfEngine {
  /** Begins to load what it needs, so that the first file need not wait for it. */
  readonly warm: () => void;
  /** The bytes are the engine's from then on. */
  readonly open: (bytes: Uint8Array) => OpeningPdf;
}

export interface OpeningPdf {
  /** Rejects with a sentence for a person. */
  readonly pdf: Promise<OpenPdf>;
  /** Everything of it is let go; what is still being drawn rejects. */
  readonly close: () => void;
}

export interface OpenPdf {
  readonly pages: number;
  /** From 1. */
  readonly page: (page: number) => Promise<PdfPage>;
}

export interface PdfPage {
  /** In points, as it lies in the file. */
  readonly size: Size;
  /** How it has to be turned to stand upright. */
  readonly turn: Turn;
  /** As it lies in the file, so many pixels wide. */
  readonly draw: (width: number) => Drawing;
  /** Its words, each where it is printed, for a sheet of one pixel per point. */
  readonly text: () => Promise<HTMLElement>;
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

/** pdf.js: files are read by one worker for all of them, and nothing of it is loaded before it is needed. */
export const pdfjsEngine: PdfEngine = { warm: () => void loadPdfjs().catch(() => undefined), open };

function open(bytes: Uint8Array): OpeningPdf {
  const closing = new AbortController();
  return {
    pdf: openIn(bytes, closing.signal).catch((error: unknown) => {
      throw new Error(reasonOf(error), { cause: error });
    }),
    close: () => closing.abort(),
  };
}

async function openIn(bytes: Uint8Array, closing: AbortSignal): Promise<OpenPdf> {
  const loaded = await loadPdfjs();
  closing.throwIfAborted();
  const task = loaded.open(bytes);
  closing.addEventListener('abort', () => void task.destroy().catch(() => undefined));
  const settled = new AbortController();
  try {
    const document = await new Promise<PDFDocumentProxy>((resolve, reject) => {
      loaded.onBroken(reject, settled.signal);
      closing.addEventListener('abort', () => reject(new Error('it was let go.')), {
        signal: settled.signal,
      });
      task.promise.then(resolve, reject);
    });
    return { pages: document.numPages, page: (page) => pageOf(loaded, document, page) };
  } finally {
    settled.abort();
  }
}

async function pageOf(loaded: LoadedPdfjs, document: PDFDocumentProxy, number: number): Promise<PdfPage> {
  const page = await document.getPage(number);
  const { width, height } = page.getViewport({ scale: 1, rotation: 0 });
  return {
    size: { width, height },
    turn: turnBy(0, page.rotate),
    draw: (pixels) => draw(page, pixels),
    text: () => textOf(loaded, page),
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
    // A canvas keeps its pixels until it is collected, unless it has none.
    canvas.width = 0;
    canvas.height = 0;
  };
  try {
    await task.promise;
  } catch (error) {
    release();
    throw error;
  } finally {
    // Pictures inside the page, unpacked, are larger than the page itself.
    page.cleanup();
  }
  const { width, height } = canvas;
  return { element: canvas, width, bytes: width * height * 4, release };
}

async function textOf({ TextLayer }: LoadedPdfjs, page: PDFPageProxy): Promise<HTMLElement> {
  const container = document.createElement('div');
  const viewport = page.getViewport({ scale: 1, rotation: 0 });
  const textContentSource = await page.getTextContent();
  await new TextLayer({ textContentSource, container, viewport }).render();
  return container;
}

function reasonOf(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  switch (name) {
    case 'InvalidPDFException':
      return 'it is not a whole PDF; it may have broken off while it was sent.';
    case 'PasswordException':
      return 'it is locked with a password.';
    default:
      return message;
  }
}

interface LoadedPdfjs {
  readonly TextLayer: typeof pdfjs.TextLayer;
  readonly open: (bytes: Uint8Array) => pdfjs.PDFDocumentLoadingTask;
  /** Calls when its worker cannot go on, until the signal says that nobody listens any more. */
  readonly onBroken: (listener: (error: Error) => void, signal: AbortSignal) => void;
}

let loaded: Promise<LoadedPdfjs> | undefined;

/** Half a megabyte of script and more in its worker: asked for when Review opens, and never by the first page. */
function loadPdfjs(): Promise<LoadedPdfjs> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(): Promise<LoadedPdfjs> {
  // The one for browsers that are not of this year.
  const { getDocument, PDFWorker, TextLayer, VerbosityLevel, version } =
    await import('pdfjs-dist/legacy/build/pdf.mjs');
  // Laid there by electron.vite.config.ts.
  const files = new URL(`/assets/pdfjs-${version}/`, document.baseURI).href;
  const port = new Worker(`${files}pdf.worker.js`, { type: 'module' });
  // Tried anew with the next file.
  port.addEventListener('error', () => (loaded = undefined));
  const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS });
  return {
    TextLayer,
    onBroken(listener, signal) {
      const tell = () => listener(new Error('the part of the console that draws could not be loaded.'));
      port.addEventListener('error', tell, { signal });
    },
    open: (data) =>
      getDocument({
        data,
        worker,
        verbosity: VerbosityLevel.ERRORS,
        // The policy allows no code that is not a file of ours.
        useWasm: false,
        useWorkerFetch: true,
        // The same page on every machine: what one without Helvetica and Courier has instead is of another width.
        useSystemFonts: false,
        standardFontDataUrl: `${files}standard_fonts/`,
        cMapUrl: `${files}cmaps/`,
        wasmUrl: `${files}wasm/`,
      }),
  };
}
