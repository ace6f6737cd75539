import type { PDFDocumentProxy, PDFPageProxy, RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Drawing, OpenPdf, OpeningPdf, PdfEngine, PdfPage, Picture } from './pdf-engine.ts';
import { loadPdfjs, type LoadedPdfjs } from './load-pdfjs.ts';
import { turnBy } from './turned.ts';

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
