import { memo, useMemo } from 'react';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import type { ScoredDocument, WorkflowSample } from '#shared/contract/workflows.ts';
import type { Thresholds } from '#shared/domain/statuses.ts';
import {
  adviseReview,
  rateTrust,
  wantedPerThousand,
  type Trust,
} from '#shared/domain/thresholds/escaped-errors.ts';
import { scoreBands } from '#shared/domain/thresholds/score-bands.ts';
import { changedSides } from '#shared/domain/thresholds/threshold-draft.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { getBookInUse } from '#shared/pricing/book-in-use.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Popover } from '#renderer/ui/popover.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { StatusBadge } from '#renderer/ui/status.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { AccuracyPart } from './accuracy-part.tsx';
import {
  describeAdvice,
  describeAssumptions,
  describeIntake,
  describeRunning,
  describeTrust,
} from './editor-messages.ts';
import styles from './editor.module.css';
import {
  assumedRate,
  assumedSeconds,
  atFirst,
  readAssumptions,
  listWhatIfFigures,
  type Assumptions,
  type TypedAssumptions,
  type WhatIfFigure,
} from './what-if-figures.ts';
import { messages } from '../messages.ts';

interface SampleFindingsProps {
  readonly workflow: Workflow;
  readonly sample: WorkflowSample;
  readonly live: Thresholds | null;
  readonly draft: Thresholds;
  readonly onDraft: (draft: Thresholds) => void;
}

/** Shows the effect of the draft on the sample, and how reliable that is. */
export const SampleFindings = memo(function SampleFindings(props: SampleFindingsProps) {
  const { workflow, sample, live, draft, onDraft } = props;
  const [typed, keepTyped] = useTypedAssumptions();
  const assumptions = readAssumptions(typed, sample.reviewSeconds);
  const trust = useMemo(() => rateTrust(sample.documents), [sample.documents]);
  const bands = useMemo(() => scoreBands(sample.documents), [sample.documents]);
  const book = getBookInUse();
  return (
    <>
      <WhatIfStrip figures={listWhatIfFigures({ sample, live, draft, assumptions, trust, bands, book })} />
      <AssumptionsLine sample={sample} assumptions={assumptions} typed={typed} keep={keepTyped} book={book} />
      <div className={styles.room}>
        <div className={styles.findings}>
          <TrustPart documents={sample.documents} trust={trust} draft={draft} onDraft={onDraft} />
          <SidesPart sample={sample} live={live} draft={draft} />
          <AccuracyPart workflow={workflow} documents={sample.documents} draft={draft} />
        </div>
      </div>
    </>
  );
});

/** Compares the present figures with those of the draft. */
function WhatIfStrip({ figures }: { readonly figures: readonly WhatIfFigure[] }) {
  return (
    <section className={styles.strip} aria-label="What the draft would change">
      {figures.map(({ id, label, live, draft, difference, tone, sub, title }) => (
        <div key={id} className={styles.figure} title={title}>
          <div className={styles.label}>{label}</div>
          <div className={styles.row}>
            {live === null ? null : (
              <>
                <VisuallyHidden>now </VisuallyHidden>
                <span className={styles.live}>{live}</span>
                <Icon name="right" size={12} className={styles.arrow} />
                <VisuallyHidden> then </VisuallyHidden>
              </>
            )}
            <span className={styles.draft} data-quiet={isWord(draft) || undefined}>
              {draft}
            </span>
          </div>
          <div className={styles.sub}>
            {difference === null ? null : (
              <b className={styles.difference} data-tone={tone}>
                {difference}
              </b>
            )}{' '}
            {sub}
          </div>
        </div>
      ))}
    </section>
  );
}

function isWord(text: string): boolean {
  return /^[a-z]+( [a-z]+)?$/.test(text);
}

type Keep = (change: (before: TypedAssumptions) => TypedAssumptions) => void;

function useTypedAssumptions(): readonly [TypedAssumptions, Keep] {
  return useKept<TypedAssumptions>(['workflows.assumptions'], atFirst);
}

interface AssumptionsLineProps {
  readonly sample: WorkflowSample;
  readonly assumptions: Assumptions;
  readonly typed: TypedAssumptions;
  readonly keep: Keep;
  readonly book: PriceBook;
}

/** Shows the assumptions behind the figures above and lets a person replace them. */
function AssumptionsLine({ sample, assumptions, typed, keep, book }: AssumptionsLineProps) {
  const measured = sample.reviewSeconds;
  return (
    <div className={styles.assumptions}>
      <p>
        Estimates: {describeIntake(sample.intake)}, {describeAssumptions(assumptions)}, {book.name}.
      </p>
      <Popover
        title="Assumptions"
        align="end"
        className={styles.assumptionsSheet}
        trigger={
          <Button size="sm" variant="ghost" icon="edit">
            Assumptions
          </Button>
        }
      >
        <TextField
          label="Seconds of a reviewer a document"
          size="sm"
          mono
          inputMode="decimal"
          end="s"
          value={typed.seconds}
          placeholder={String(measured?.median ?? assumedSeconds)}
          error={assumptions.secondsProblem}
          hint={
            measured === null
              ? messages.editor.assumed(assumedSeconds)
              : messages.editor.leftEmpty(measured.median, measured.n)
          }
          onChange={({ currentTarget: { value } }) => keep((before) => ({ ...before, seconds: value }))}
        />
        <TextField
          label="Dollars an hour"
          size="sm"
          mono
          inputMode="decimal"
          end="$"
          value={typed.rate}
          placeholder={assumedRate}
          error={assumptions.rateProblem}
          hint={messages.editor.leftEmptyRate(assumedRate)}
          onChange={({ currentTarget: { value } }) => keep((before) => ({ ...before, rate: value }))}
        />
      </Popover>
    </div>
  );
}

interface SidesPartProps {
  readonly sample: WorkflowSample;
  readonly live: Thresholds | null;
  readonly draft: Thresholds;
}

/**
 * Shows the documents of the sample that would end differently, and the running batches that keep the old
 * thresholds.
 */
function SidesPart({ sample, live, draft }: SidesPartProps) {
  const changes = live === null ? [] : changedSides(sample.documents, live, draft);
  return (
    <section className={styles.part} aria-labelledby="changed-sides">
      <h3 id="changed-sides" className={styles.title}>
        Documents that change side
      </h3>
      {changes.length === 0 ? (
        <p className={styles.hint}>
          {live === null ? messages.editor.unknownThresholds : messages.editor.noneOfSample}
        </p>
      ) : (
        <ul className={styles.changes}>
          {changes.map(({ from, to, documents }) => (
            <li key={`${from} ${to}`} className={styles.change}>
              <StatusBadge status={from} />
              <Icon name="right" size={12} />
              <VisuallyHidden> becomes </VisuallyHidden>
              <StatusBadge status={to} />
              <span className={styles.count}>{documents.toLocaleString('en')}</span>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.hint}>{describeRunning(sample.running)}</p>
    </section>
  );
}

interface TrustPartProps {
  readonly documents: readonly ScoredDocument[];
  readonly trust: Trust;
  readonly draft: Thresholds;
  readonly onDraft: (draft: Thresholds) => void;
}

function TrustPart({ documents, trust, draft, onDraft }: TrustPartProps) {
  const words = describeTrust(trust);
  return (
    <section className={styles.part} aria-labelledby="score-trust">
      <h3 id="score-trust" className={styles.title}>
        {messages.editor.canTrust}
      </h3>
      <div className={styles.verdict} data-verdict={trust.verdict}>
        <Icon name={trust.verdict === 'ranks' ? 'gauge' : 'warning'} size={14} />
        <p>
          <b>{words.title}</b> {words.text}
        </p>
      </div>
      {trust.verdict === 'ranks' ? (
        <AdvicePart documents={documents} draft={draft} onDraft={onDraft} />
      ) : null}
    </section>
  );
}

/** The advice moves a handle only when its button is pressed. */
function AdvicePart({ documents, draft, onDraft }: Omit<TrustPartProps, 'trust'>) {
  const [wanted, keep] = useKept<string>(['workflows.wanted-errors'], '5');
  const atMost = Number(wanted);
  const { confidenceThreshold } = draft;
  const advice = useMemo(
    () => adviseReview(documents, { atMost, confidenceThreshold }),
    [documents, atMost, confidenceThreshold],
  );
  const to = advice.kind === 'advised' ? advice.reviewThreshold : null;
  return (
    <div className={styles.advice}>
      <div className={styles.wanted}>
        <span>Errors wanted per 1,000, at most</span>
        <Segmented
          label="Errors wanted per 1,000 accepted, at most"
          size="sm"
          value={wanted}
          onChange={(next) => keep(() => next)}
          options={wantedPerThousand.map((each) => ({ value: String(each), label: String(each) }))}
        />
      </div>
      <p>{describeAdvice(advice, atMost)}</p>
      {to === null || to === draft.reviewThreshold ? null : (
        <Button size="sm" onClick={() => onDraft({ ...draft, reviewThreshold: to })}>
          Move review to {to.toFixed(2)}
        </Button>
      )}
    </div>
  );
}
