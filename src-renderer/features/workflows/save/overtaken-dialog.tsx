import { isSameDraft, liveThresholds } from '#shared/domain/thresholds/threshold-draft.ts';
import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { Dialog, DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog.tsx';
import plain from '#renderer/ui/plain-table.module.css';
import { utcClock } from '#renderer/ui/relative-time.tsx';
import { formatShare, thresholdFields, formatVersion } from '../threshold-text.ts';
import { useLastShown } from '../use-last-shown.ts';
import type { PersonHere } from '#renderer/contract/use-person-here.ts';
import { getEnvironmentToType } from './save-rules.ts';
import { SaveFailure } from './save-side.tsx';
import { visuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import styles from './save.module.css';
import type { Race, Saving, ToSave } from './use-save.ts';
import { messages } from '../messages.ts';

interface OvertakenDialogProps {
  readonly saving: Saving;
  readonly person: PersonHere;
  readonly nameOf: (id: string) => string;
  /** Called when my change was saved or theirs was taken instead. */
  readonly onSettled: (mine: ToSave, how: 'saved' | 'theirs') => void;
}

/** Another person saved first. Compares what I saw, their change and mine, of which nothing is saved yet. */
export function OvertakenDialog({ saving, ...rest }: OvertakenDialogProps) {
  const { race: now, endRace } = saving;
  const race = useLastShown(now);
  return (
    <Dialog open={now !== null} onClose={endRace} title={messages.save.overtaken} size="lg" sticky>
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
        <DialogDescription>{describeOvertaken(race, nameOf, person.me?.id)}</DialogDescription>
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
      <DialogFoot start={messages.save.nothingSaved}>
        {mine.from === 'draft' ? (
          <Button variant="ghost" onClick={saving.endRace}>
            {messages.save.keepDraft}
          </Button>
        ) : null}
        <Button
          onClick={() => {
            saving.endRace();
            onSettled(mine, 'theirs');
          }}
        >
          {messages.save.takeTheirs}
        </Button>
        <Button
          variant={getEnvironmentToType(person.connection) === null ? 'primary' : 'production'}
          loading={saving.isSaving}
          disabled={isSame ? messages.save.same : false}
          onClick={() => void putMine()}
        >
          {messages.save.putMine}
        </Button>
      </DialogFoot>
    </>
  );
}

/** Shows the values as I saw them, as they are now and as I would save them. */
function OvertakenTable({ race: { mine, theirs } }: { readonly race: Race }) {
  return (
    <table className={classNames(plain.versions, styles.diff)}>
      <caption className={visuallyHidden}>{messages.save.compared}</caption>
      <thead>
        <tr>
          <th scope="col">Threshold</th>
          <th scope="col">As you saw it</th>
          <th scope="col">Theirs, live now</th>
          <th scope="col">Yours</th>
        </tr>
      </thead>
      <tbody>
        {thresholdFields.map((field) => {
          const seen = mine.over[field];
          return (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>{formatShare(seen)}</td>
              <td>
                <Value value={theirs[field]} seen={seen} />
              </td>
              <td>
                <Value value={mine.thresholds[field]} seen={seen} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Value({ value, seen }: { readonly value: number | null; readonly seen: number | null }) {
  return value === seen ? (
    <span>{formatShare(value)}</span>
  ) : (
    <mark className={plain.differs}>{formatShare(value)}</mark>
  );
}

/** "Ines Halvorsen saved version 4 at 12:05 UTC, while you were working on version 3." */
export function describeOvertaken(
  { mine, theirs, by }: Race,
  nameOf: (id: string) => string,
  myId: string | undefined,
): string {
  const actor = by?.actor ?? null;
  const isMe = actor !== null && actor === myId;
  const who = actor === null ? messages.save.unknownPerson : isMe ? 'You, in another window,' : nameOf(actor);
  const when = utcClock(by?.at ?? null);
  const what = `${formatVersion(theirs.version)}${when === null ? '' : ` at ${when}`}`;
  return messages.save.overtakenText(who, what, formatVersion(mine.over.version));
}
