import { readTemplate } from '#shared/catalogue/keys/key-template.ts';

interface TemplatePiece {
  readonly text: string;
  readonly isHole: boolean;
}

/**
 * Splits "ORG#{orgId}#JOB#{jobId}" into ["ORG#", "{orgId}", "#"] and ["JOB#", "{jobId}"]: the pieces of a
 * chunk stay on one line. A long key breaks after a "#" and a condition after a space. Between a word and its
 * hole it breaks only if both are long.
 */
export function splitTemplate(template: string): readonly (readonly TemplatePiece[])[] {
  const chunks: TemplatePiece[][] = [[]];
  for (const piece of parseTemplate(template)) {
    const [first = '', ...more] = piece.isHole ? [piece.text] : splitLines(piece.text);
    chunks.at(-1)?.push({ text: first, isHole: piece.isHole });
    chunks.push(...more.map((text) => (text === '' ? [] : [{ text, isHole: false }])));
  }
  return chunks.filter((chunk) => chunk.length > 0).flatMap(splitChunk);
}

const longest = 20;

function splitChunk(chunk: readonly TemplatePiece[]): readonly (readonly TemplatePiece[])[] {
  const length = chunk.reduce((sum, { text }) => sum + text.length, 0);
  return length > longest && chunk.length > 1 ? [chunk.slice(0, 1), chunk.slice(1)] : [chunk];
}

/** A separator between two holes ends its line. */
function splitLines(text: string): readonly string[] {
  return text === '#' ? ['#', ''] : text.split(/(?<=[# ])/);
}

export function parseTemplate(template: string): readonly TemplatePiece[] {
  const read = readTemplate(template);
  if (!read.ok) return [{ text: template, isHole: false }];
  return read.pieces.map((piece) =>
    typeof piece === 'string' ? { text: piece, isHole: false } : { text: `{${piece.name}}`, isHole: true },
  );
}
