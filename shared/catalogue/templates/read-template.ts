import { holeKinds } from './key-template.ts';
import type { HoleKind } from './key-template.ts';

export interface Hole {
  readonly name: string;
  readonly kind: HoleKind;
}

/** A template cut at its holes: text that stands there as it is, and holes. */
export type Piece = string | Hole;

export type ReadTemplate =
  | { readonly ok: true; readonly pieces: readonly Piece[] }
  | { readonly ok: false; readonly problem: string };

/** The grammar of templates and nothing else; `templateProblem` says which of them are of use as keys. */
export function readTemplate(template: string): ReadTemplate {
  const pieces: Piece[] = [];
  for (const part of template.split(/(\{[^{}]*\})/)) {
    if (part === '') continue;
    if (part.startsWith('{') && part.endsWith('}')) {
      const hole = readHole(part.slice(1, -1));
      if (typeof hole === 'string') return { ok: false, problem: hole };
      pieces.push(hole);
    } else if (/[{}]/.test(part)) {
      return { ok: false, problem: 'has a brace that opens or closes nothing' };
    } else pieces.push(part);
  }
  return { ok: true, pieces };
}

function readHole(text: string): Hole | string {
  const [name = '', kind = 'text', ...more] = text.split(':');
  if (!/^[A-Za-z]\w{0,63}$/.test(name)) {
    return `has a hole "{${text}}" without a name; a name is a letter, then letters, digits or "_"`;
  }
  if (more.length > 0 || !isHoleKind(kind)) {
    return `has a hole "{${text}}" of no known kind; kinds are ${holeKinds.join(', ')}`;
  }
  return { name, kind };
}

function isHoleKind(kind: string): kind is HoleKind {
  return (holeKinds as readonly string[]).includes(kind);
}
