import type { ReviewKey } from '#shared/contract/review-document.ts';
import { ok } from '#shared/contract/result.ts';
import type { LoadFile } from '#renderer/features/review/viewer/page-store.ts';
import type { PdfEngine, Picture } from '#renderer/features/review/viewer/pdf-engine.ts';

export function aKey(documentId: string): ReviewKey {
  return { tenantId: 't-1', projectId: 'p-1', batchId: 'b-1', documentId };
}

/** Encodes a file in its text: "DOC-1 3" has three pages, "DOC-2 corrupt" cannot be opened. */
export function aFile(words: string): { base64: string; bytes: number; contentType: string } {
  return { base64: btoa(words), bytes: words.length, contentType: 'application/pdf' };
}

export function aLoader(files: Readonly<Record<string, string>>): LoadFile & { readonly loaded: string[] } {
  const loaded: string[] = [];
  const load: LoadFile = async ({ documentId }) => {
    loaded.push(documentId);
    return ok(aFile(`${documentId} ${files[documentId] ?? '1'}`));
  };
  return Object.assign(load, { loaded });
}

/** Counts drawings without drawing anything. With `waits` set, each drawing runs until the test ends it. */
export function aPdfEngine({ waits = false }: { readonly waits?: boolean } = {}) {
  const drawn: string[] = [];
  const cancelled: string[] = [];
  const open = new Set<string>();
  const alive = new Set<Picture>();
  const waiting: (() => void)[] = [];
  const engine: PdfEngine = {
    warm: () => undefined,
    open(bytes) {
      const [name = '', pages = ''] = new TextDecoder().decode(bytes).split(' ');
      if (pages === 'corrupt') return { pdf: Promise.reject(new Error('it is no PDF.')), close };
      open.add(name);
      return {
        pdf: Promise.resolve({
          pages: Number(pages),
          page: async (page: number) => ({
            size: { width: 600, height: 800 },
            turn: 0 as const,
            draw: (width: number) => draw(`${name}#${page}@${width}`, width),
            words: async () => [],
            text: async () => ({ textContent: `${name}#${page}` }) as HTMLElement,
          }),
        }),
        close,
      };
      function close(): void {
        open.delete(name);
      }
    },
  };
  return {
    engine,
    drawn,
    cancelled,
    /** Lists files that were not closed. */
    open,
    /** Lists pictures that were not released. */
    alive,
    /** Ends the running drawing. */
    finish: () => waiting.shift()?.(),
  };

  function draw(name: string, width: number) {
    let fail = (_error: Error) => undefined as void;
    const done = new Promise<Picture>((resolve, reject) => {
      fail = reject;
      const end = () => {
        drawn.push(name);
        const height = (width * 800) / 600;
        const picture: Picture = {
          element: { title: name } as HTMLElement,
          width,
          bytes: width * height * 4,
          release: () => void alive.delete(picture),
        };
        alive.add(picture);
        resolve(picture);
      };
      if (waits) waiting.push(end);
      else end();
    });
    const cancel = () => {
      cancelled.push(name);
      fail(new Error('cancelled'));
    };
    return { done, cancel };
  }
}

/** Waits until every pending task has run. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}
