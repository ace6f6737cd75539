import type { DocumentPath } from './document-path.ts';

/** Paths that do not collide, sorted by where they lead, with something at the end of each. */
export type PathTree<T> =
  | { readonly kind: 'leaf'; readonly leaf: T }
  | { readonly kind: 'members'; readonly members: Map<string, PathTree<T>> }
  /** In ascending order. */
  | { readonly kind: 'elements'; elements: [index: number, tree: PathTree<T>][] };

export type PathTreeRoot<T> = ReadonlyMap<string, PathTree<T>>;

export function pathTree<T>(ends: Iterable<readonly [DocumentPath, T]>): PathTreeRoot<T> {
  const root = new Map<string, PathTree<T>>();
  for (const [path, leaf] of ends) {
    const known = root.get(path[0]);
    root.set(path[0], grown(known, path, 1, leaf));
  }
  return root;
}

function grown<T>(tree: PathTree<T> | undefined, path: DocumentPath, depth: number, leaf: T): PathTree<T> {
  const step = path[depth];
  if (step === undefined) return { kind: 'leaf', leaf };
  if (typeof step === 'string') {
    const members = tree?.kind === 'members' ? tree.members : new Map<string, PathTree<T>>();
    return { kind: 'members', members: members.set(step, grown(members.get(step), path, depth + 1, leaf)) };
  }
  const elements = tree?.kind === 'elements' ? tree.elements : [];
  const known = elements.find(([index]) => index === step);
  if (known) known[1] = grown(known[1], path, depth + 1, leaf);
  else elements.push([step, grown(undefined, path, depth + 1, leaf)]);
  return { kind: 'elements', elements: elements.toSorted(([a], [b]) => a - b) };
}
