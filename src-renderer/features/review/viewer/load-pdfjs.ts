import type * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface LoadedPdfjs {
  readonly TextLayer: typeof pdfjs.TextLayer;
  readonly open: (bytes: Uint8Array) => pdfjs.PDFDocumentLoadingTask;
  /** Calls when its worker cannot go on, until the signal says that nobody listens any more. */
  readonly onBroken: (listener: (error: Error) => void, signal: AbortSignal) => void;
}

let loaded: Promise<LoadedPdfjs> | undefined;

/** Half a megabyte of script and more in its worker: asked for when Review opens, and never by the first page. */
export function loadPdfjs(): Promise<LoadedPdfjs> {
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
