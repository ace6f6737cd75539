import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lookUp, readRendererFiles } from '#main/web/renderer-files.ts';

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sluice-files-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function lay(...names: string[]): void {
  for (const name of names) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), name);
  }
}

test.each([
  ['assets/pdfjs-6/pdf.worker.js', 'text/javascript; charset=utf-8'],
  ['assets/pdfjs-6/standard_fonts/LiberationSans-Regular.ttf', 'font/ttf'],
  ['assets/pdfjs-6/standard_fonts/FoxitFixed.pfb', 'application/x-font-type1'],
  ['assets/pdfjs-6/cmaps/UniJIS-UTF16-H.bcmap', 'application/octet-stream'],
  ['assets/inter-1a2b.woff2', 'font/woff2'],
])('files for the viewer have a type: %s', (name, contentType) => {
  lay(name);
  expect(lookUp(readRendererFiles(dir), `/${name}`)?.contentType).toBe(contentType);
});

test('a file without a type is not served, and a missing asset is not a page', () => {
  lay('index.html', 'assets/notes.txt');
  const files = readRendererFiles(dir);
  expect(lookUp(files, '/assets/notes.txt')).toBeUndefined();
  expect(lookUp(files, '/assets/pdfjs-6/cmaps/none.bcmap')).toBeUndefined();
  expect(lookUp(files, '/review/DOC-1.pdf')?.url).toBe('/index.html');
});
