import { Note } from '#renderer/ui/note/note.tsx';
import { isOpen } from './save-intent.ts';
import type { Saving, ToSave } from './use-save.ts';

interface SaveFailureProps {
  readonly saving: Saving;
  readonly from: ToSave['from'];
}

/** Why it was not saved, or that nobody knows whether it was. */
export function SaveFailure({ saving: { failed }, from }: SaveFailureProps) {
  if (failed === null || failed.from !== from) return null;
  const { failure } = failed;
  const isUnclear = isOpen(failure);
  return (
    <Note tone={isUnclear ? 'warn' : 'bad'} live>
      {failure.message}
      {isUnclear
        ? ' Whether it was saved is not known. The same once more is the same request, and is done once.'
        : ''}
      {failure.reference === '' ? '' : ` Reference ${failure.reference}`}
    </Note>
  );
}
