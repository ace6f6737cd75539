/** What went wrong, in one sentence or a few: the first of each kind, and how many there were. */
export interface CostTrouble {
  note(kind: Kind, sentence: string): void;
  said(): string | null;
}

type Kind = 'tenants' | 'listing' | 'cut' | 'bound' | 'names' | 'batch' | 'stopped';

export function costTrouble(): CostTrouble {
  const noted = new Map<Kind, { readonly first: string; count: number }>();
  return {
    note(kind, first) {
      const known = noted.get(kind);
      if (known === undefined) noted.set(kind, { first, count: 1 });
      else known.count += 1;
    },
    said() {
      if (noted.size === 0) return null;
      return [...noted].map(([kind, { first, count }]) => `${first}${others(kind, count - 1)}`).join(' ');
    },
  };
}

function others(kind: Kind, count: number): string {
  if (count === 0) return '';
  if (kind === 'cut') return count === 1 ? ' So is one more project.' : ` So are ${count} more projects.`;
  const [one, many] = kind === 'batch' ? ['batch', 'batches'] : ['list', 'lists'];
  return count === 1 ? ` One more ${one} was not read.` : ` ${count} more ${many} were not read.`;
}
