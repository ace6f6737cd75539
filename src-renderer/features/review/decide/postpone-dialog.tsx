import { useId, useRef, useState, type FormEvent } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { Dialog, DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { useSingleKeys } from '#renderer/ui/keys.ts';
import { messages } from '../messages.ts';
import styles from './decide.module.css';
import { findFocusedRow, isSubmitKey, isTyping, useDialogKeys } from './dialog-rules.ts';

export interface PostponeChoice {
  readonly label: string;
  /** In milliseconds since 1970. */
  readonly until: number;
}

const hourMs = 3_600_000;
const morning = 9;
const afternoon = 14;

/** Lists the usual times by this machine's clock. The afternoon is offered until half an hour before it begins. */
export function listPostponeChoices(now: number): readonly PostponeChoice[] {
  const today = new Date(now);
  const at = (days: number, hour: number): number =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() + days, hour).getTime();
  // Sunday is 0. On a Monday, the next one is meant.
  const untilMonday = (8 - today.getDay()) % 7 || 7;
  const words = messages.postpone;
  return [
    { label: words.inAnHour, until: now + hourMs },
    ...(at(0, afternoon) - now > hourMs / 2 ? [{ label: words.afternoon, until: at(0, afternoon) }] : []),
    { label: words.tomorrow, until: at(1, morning) },
    // On a Sunday, Monday is tomorrow.
    ...(untilMonday === 1 ? [] : [{ label: words.monday, until: at(untilMonday, morning) }]),
  ];
}

interface PostponeDialogProps {
  readonly open: boolean;
  readonly fileName: string | null;
  readonly onPostpone: (until: number) => void;
  readonly onClose: () => void;
}

/** Asks until when the document is postponed for this reviewer: a usual time by its number, or a date. */
export function PostponeDialog({ open, fileName, onPostpone, onClose }: PostponeDialogProps) {
  // A second Enter during the closing animation would postpone the next document.
  const postponeOnce = (until: number) => {
    if (open) onPostpone(until);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={messages.postpone.title(fileName ?? messages.common.thisDocument)}
      focusAfter={findFocusedRow}
      sticky
    >
      <PostponeForm onPostpone={postponeOnce} onClose={onClose} />
    </Dialog>
  );
}

/** This form mounts with the popup, so its times are those of the moment at which it opened. */
function PostponeForm({ onPostpone, onClose }: Pick<PostponeDialogProps, 'onPostpone' | 'onClose'>) {
  const [formId, name] = [useId(), useId()];
  const listens = useSingleKeys();
  const formRef = useRef<HTMLFormElement>(null);
  const [openedAt] = useState(() => Date.now());
  const choices = listPostponeChoices(openedAt);
  const [chosen, setChosen] = useState<number | null>(0);
  const [date, setDate] = useState('');
  const [tried, setTried] = useState(false);
  const until = chosen === null ? Date.parse(date) : (choices[chosen]?.until ?? Number.NaN);
  const problem = explainDate(until, openedAt);

  function submit(event?: FormEvent): void {
    event?.preventDefault();
    setTried(true);
    if (problem === undefined) onPostpone(until);
  }

  /** The focus moves along, so that the arrow keys continue from the chosen time. */
  function choose(at: number): void {
    setChosen(at);
    formRef.current?.querySelectorAll<HTMLElement>('[type=radio]')[at]?.focus();
  }

  useDialogKeys(formRef, (event) => {
    const at = Number(event.key) - 1;
    if (isSubmitKey(event)) submit();
    else if (listens && choices[at] !== undefined && !isTyping(event)) choose(at);
    else return false;
    return true;
  });

  return (
    <>
      <DialogBody>
        <DialogDescription>{messages.postpone.effect}</DialogDescription>
        <form ref={formRef} id={formId} className={styles.form} onSubmit={submit} noValidate>
          <fieldset className={styles.reasons}>
            <legend className={styles.legend}>{messages.postpone.until}</legend>
            {choices.map(({ label, until: time }, at) => (
              <label key={label} className={classNames(styles.choice, styles.reason)}>
                <input type="radio" name={name} checked={chosen === at} onChange={() => setChosen(at)} />
                <span className={styles.reasonText}>
                  {label} <span className={styles.moment}>{formatMoment(time)}</span>
                </span>
                <Kbd keys={String(at + 1)} decorative />
              </label>
            ))}
          </fieldset>
          <TextField
            type="datetime-local"
            label={messages.postpone.date}
            value={date}
            error={tried && chosen === null ? problem : undefined}
            onChange={(event) => {
              setDate(event.currentTarget.value);
              setChosen(event.currentTarget.value === '' ? 0 : null);
            }}
          />
        </form>
      </DialogBody>
      <DialogFoot start={messages.postpone.onlyYou}>
        <Button variant="ghost" onClick={onClose}>
          {messages.common.cancel}
        </Button>
        <Button type="submit" form={formId} variant="primary" shortcut="Mod+Enter">
          {messages.postpone.postpone}
        </Button>
      </DialogFoot>
    </>
  );
}

const longestMs = 90 * 24 * hourMs;

function explainDate(until: number, now: number): string | undefined {
  if (Number.isNaN(until)) return messages.postpone.noDate;
  if (until <= now) return messages.postpone.past;
  return until - now > longestMs ? messages.postpone.tooFar : undefined;
}

const moment = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** "Mon, 30 Nov, 09:00", by this machine's clock, as the choices are. */
export function formatMoment(at: number): string {
  return moment.format(at);
}

/** Formats "14:00" for a time of today, and "Mon, 30 Nov, 09:00" for another day. */
export function formatUntil(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? timeOfDay.format(at) : formatMoment(at);
}

const timeOfDay = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
