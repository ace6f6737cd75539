import type { Edit } from '#shared/contract/review/decisions.ts';
import type { ReviewField } from '#shared/contract/review/document.ts';
import { differingCharacters } from '#shared/domain/review/differing-characters.ts';
import { isDecided } from '#shared/domain/review/draft-rules.ts';
import { CandidateCard } from './candidate-card.tsx';
import { CandidateName } from './candidate-name.tsx';
import type { Candidate } from './candidates-of.ts';

interface CandidatesProps {
  readonly field: Pick<ReviewField, 'value'>;
  readonly candidates: readonly Candidate[];
  readonly edit: Edit | undefined;
  /** Undefined where nothing can be changed. */
  readonly onPick: ((edit: Edit) => void) | undefined;
}

/** What each has made of it, with the characters marked in which they differ. */
export function Candidates({ field, candidates, edit, onPick }: CandidatesProps) {
  const stands =
    edit?.kind === 'unreadable' ? null : edit?.kind === 'value' && isDecided(edit) ? edit.value : field.value;
  const [one, other] = candidates;
  if (one === undefined) return null;
  const words = [wordsOf(one), wordsOf(other ?? one)] as const;
  const parts = differingCharacters(...words);
  return candidates.map((candidate, at) => (
    <CandidateCard
      key={candidate.by}
      shortcut={String(at + 1)}
      title={<CandidateName candidate={candidate} />}
      confidence={candidate.confidence}
      parts={parts[at] ?? [{ text: wordsOf(candidate), differs: false }]}
      isChosen={stands === candidate.value && (stands !== null || edit !== undefined)}
      onPick={onPick === undefined ? undefined : () => onPick(candidate.edit)}
    />
  ));
}

function wordsOf({ value }: Candidate): string {
  return value ?? 'unreadable';
}
