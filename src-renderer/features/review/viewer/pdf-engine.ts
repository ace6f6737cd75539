import type { Size, Turn } from './turned.ts';

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

export interface Drawing {
  readonly done: Promise<Picture>;
  readonly cancel: () => void;
}

export interface Picture {
  readonly element: HTMLElement;
  readonly width: number;
  readonly bytes: number;
  readonly release: () => void;
}
