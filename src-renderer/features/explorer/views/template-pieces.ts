import { readTemplate } from '#shared/catalogue/keys/key-template.ts';

interface TemplatePiece {
  readonly text: string;
  readonly isHole: boolean;
}

/**
 * "ORG#{orgId}#JOB#{jobId}" → ["ORG#", "{orgId}", "#"] and ["JOB#", "{jobId}"]: pieces that stay in one line.
 * A long key goes on in the next line after a "#", and a condition after a space; between a word and its hole
 * only where the two are long themselves.
 */
export function templateChunks(template: string): readonly (readonly TemplatePiece[])[] {
  const chunks: TemplatePiece[][] = [[]];
  for (const piece of templatePieces(template)) {
    const [first = '', ...more] = piece.isHole ? [piece.text] : splitLines(piece.text);
    chunks.at(-1)?.push({ text: first, isHole: piece.isHole });
    chunks.push(...more.map((text) => (text === '' ? [] : [{ text, isHole: false }])));
  }
  return chunks.filter((chunk) => chunk.length > 0).flatMap(inTwo);
}

const longest = 24;

function inTwo(chunk: readonly TemplatePiece[]): readonly (readonly TemplatePiece[])[] {
  const length = chunk.reduce((sum, { text }) => sum + text.length, 0);
  return length > longest && chunk.length > 1 ? [chunk.slice(0, 1), chunk.slice(1)] : [chunk];
}

/** A separator between two holes ends its line. */
function splitLines(text: string): readonly string[] {
  return text === '#' ? ['#', ''] : text.split(/(?<=[# ])/);
}

export function templatePieces(template: string): readonly TemplatePiece[] {
  const read = readTemplate(template);
  if (!read.ok) return [{ text: template, isHole: false }];
  return read.pieces.map((piece) =>
    typeof piece === 'string' ? { text: piece, isHole: false } : { text: `{${piece.name}}`, isHole: true },
  );
}
