import { isSameDraft, liveThresholds } from '#shared/domain/thresholds/draft.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Dialog, DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog/dialog.tsx';
import { useLastShown } from '../use-last-shown.ts';
import type { Person } from '../use-person.ts';
import { OvertakenTable } from './overtaken-table.tsx';
import { overtakenWords } from './overtaken-words.ts';
import { SaveFailure } from './save-failure.tsx';
import { environmentToType } from './save-words.ts';
import styles from './save.module.css';
import type { Race, Saving, ToSave } from './use-save.ts';

interface OvertakenDialogProps {
  readonly saving: Saving;
  readonly person: Person;
  readonly nameOf: (id: string) => string;
  /** What I wanted is done with: mine was saved, or theirs was taken instead. */
  readonly onSettled: (mine: ToSave, how: 'saved' | 'theirs') => void;
}

/** Somebody saved first: what was seen, what they made of it, and what I would; nothing of mine is saved yet. */
export function OvertakenDialog({ saving, ...rest }: OvertakenDialogProps) {
  const { race: now, endRace } = saving;
  const race = useLastShown(now);
  return (
    <Dialog open={now !== null} onClose={endRace} title="Somebody was faster" size="lg" sticky>
      {race === null ? null : <RaceBody {...rest} saving={saving} race={race} />}
    </Dialog>
  );
}

interface RaceBodyProps extends OvertakenDialogProps {
  readonly race: Race;
}

function RaceBody({ saving, race, person, nameOf, onSettled }: RaceBodyProps) {
  const { mine, theirs } = race;
  const live = liveThresholds(theirs);
  const isSame = live !== null && isSameDraft(live, mine.thresholds);

  async function putMine(): Promise<void> {
    if (saving.race !== race) return;
    if ((await saving.save({ ...mine, over: theirs })) === 'saved') onSettled(mine, 'saved');
  }

  return (
    <>
      <DialogBody>
        <DialogDescription>{overtakenWords(race, nameOf, person.me?.id)}</DialogDescription>
        {race.by === null || race.by.reason === null ? null : (
          <p className={styles.says}>
            Their reason: <b>{race.by.reason}</b>
          </p>
        )}
        <OvertakenTable race={race} />
        <p className={styles.says}>
          Your reason: <b>{mine.reason.trim()}</b>
        </p>
        <SaveFailure saving={saving} from={mine.from} />
      </DialogBody>
      <DialogFoot start="Nothing of yours was saved.">
        {mine.from === 'draft' ? (
          <Button variant="ghost" onClick={saving.endRace}>
            Go on with my draft
          </Button>
        ) : null}
        <Button
          onClick={() => {
            saving.endRace();
            onSettled(mine, 'theirs');
          }}
        >
          Take theirs
        </Button>
        <Button
          variant={environmentToType(person.connection) === null ? 'primary' : 'production'}
          loading={saving.isSaving}
          disabled={isSame ? 'Theirs says the same as yours.' : false}
          onClick={() => void putMine()}
        >
          Put mine over it
        </Button>
      </DialogFoot>
    </>
  );
}
