import { useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import type { ScoredDocument } from '#shared/contract/workflows.ts';
import type { Thresholds } from '#shared/domain/statuses.ts';
import { grouped } from '#shared/domain/formatting.ts';
import {
  handleBounds,
  liveThresholds,
  moveHandle,
  sideCounts,
  stepHandle,
  type Side,
  type ThresholdName,
} from '#shared/domain/thresholds/threshold-draft.ts';
import { axisFrom, scoreHistogram } from '#shared/domain/thresholds/score-bands.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { toldFailure } from '#renderer/contract/failure-text.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import type { CountScale, HandleMove, HistogramSeries } from '#renderer/ui/histogram/histogram-scale.ts';
import { Histogram, HistogramLegend } from '#renderer/ui/histogram/histogram.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { PaneTitle } from '#renderer/ui/pane.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { Spinner } from '#renderer/ui/spinner.tsx';
import { StaleNote, ToldState } from '#renderer/ui/states.tsx';
import { formatShare } from '../threshold-text.ts';
import { describeReadAgain, formatPaid, percentText, describeSample, sizePrice } from './editor-messages.ts';
import { SampleFindings } from './sample-findings.tsx';
import styles from './threshold-editor.module.css';
import { sampleSizes, useSample, type SampleReading } from './workflow-sample.ts';

interface ThresholdEditorProps {
  readonly workflow: Workflow;
  readonly draft: Thresholds;
  /** Called with every move of a handle. */
  readonly onDraft: (draft: Thresholds) => void;
}

/** What other thresholds would have made of a workflow's newest documents, before anybody saves them. */
export function ThresholdEditor({ workflow, draft, onDraft }: ThresholdEditorProps) {
  const reading = useSample(workflow);
  const [scale, keepScale] = useKept<CountScale>(['workflows.scale'], 'square-root');
  const { sample } = reading;
  const live = useLive(workflow);
  // The handle follows the hand at once; the figures as fast as they can.
  const settled = useDeferredValue(useSame(draft));
  const settle = useLatest(onDraft);
  return (
    <section className={styles.editor} aria-label="Thresholds">
      <EditorHead scale={scale} onScale={(next) => keepScale(() => next)} />
      <SampleLine reading={reading} />
      <SampleNote reading={reading} />
      <ScoreHistogram
        key={workflow.workflowId}
        documents={sample?.documents}
        live={live}
        draft={draft}
        onDraft={onDraft}
        scale={scale}
        empty={describeEmpty(reading)}
      />
      <HandleKeysLine live={live} />
      {sample === undefined ? (
        <SampleState reading={reading} />
      ) : (
        <SampleFindings workflow={workflow} sample={sample} live={live} draft={settled} onDraft={settle} />
      )}
    </section>
  );
}

/** The same object for as long as nothing else is saved, so that what is drawn by it stays. */
function useLive(workflow: Workflow): Thresholds | null {
  const { confidenceThreshold, reviewThreshold } = workflow;
  return useMemo(
    () => liveThresholds({ confidenceThreshold, reviewThreshold }),
    [confidenceThreshold, reviewThreshold],
  );
}

/** The same object for the same thresholds. */
function useSame({ confidenceThreshold, reviewThreshold }: Thresholds): Thresholds {
  return useMemo(() => ({ confidenceThreshold, reviewThreshold }), [confidenceThreshold, reviewThreshold]);
}

/** The same function with every drawing: what is given it need not be drawn again. */
function useLatest(onDraft: (draft: Thresholds) => void): (draft: Thresholds) => void {
  const latest = useRef(onDraft);
  useLayoutEffect(() => {
    latest.current = onDraft;
  }, [onDraft]);
  return useCallback((draft) => latest.current(draft), []);
}

interface EditorHeadProps {
  readonly scale: CountScale;
  readonly onScale: (scale: CountScale) => void;
}

function EditorHead({ scale, onScale }: EditorHeadProps) {
  return (
    <div className={styles.head}>
      <PaneTitle title="Document confidence" />
      <div className={styles.tools}>
        <HistogramLegend series={scoreSeries.toReversed()} />
        <Segmented label="Scale of counts" size="sm" value={scale} onChange={onScale} options={scales} />
      </div>
    </div>
  );
}

const scales = [
  { value: 'linear', label: 'Linear' },
  { value: 'square-root', label: 'Square root' },
] as const;

interface ScoreHistogramProps {
  /** Undefined while they are read. */
  readonly documents: readonly ScoredDocument[] | undefined;
  readonly live: Thresholds | null;
  readonly draft: Thresholds;
  readonly onDraft: (draft: Thresholds) => void;
  readonly scale: CountScale;
  readonly empty?: string | undefined;
}

/** How sure the readers were of each document, and what would become of it. */
function ScoreHistogram(props: ScoreHistogramProps) {
  const { documents = nothing, live, draft, onDraft, scale, empty } = props;
  const bins = useMemo(
    () => scoreHistogram(documents).map(({ from, to, ...counts }) => ({ from, to, counts })),
    [documents],
  );
  const from = useAxisFrom(documents, live, draft.confidenceThreshold);
  const counts = sideCounts(documents, draft);
  const shareOf = (side: Side) =>
    props.documents === undefined ? undefined : percentText(counts[side], documents.length);
  const confidence = formatShare(draft.confidenceThreshold);
  const review = formatShare(draft.reviewThreshold);
  return (
    <Histogram
      label="Scores of documents, and what people found of them"
      axisFrom={from}
      scale={scale}
      bins={bins}
      series={scoreSeries}
      empty={empty}
      marks={live === null ? noMarks : [live.confidenceThreshold, live.reviewThreshold]}
      zones={[
        { status: 'FAILED', range: `under ${confidence}`, share: shareOf('FAILED') },
        { status: 'REVIEW_REQUIRED', range: `${confidence} to ${review}`, share: shareOf('REVIEW_REQUIRED') },
        { status: 'SUCCEEDED', range: `from ${review}`, share: shareOf('SUCCEEDED') },
      ]}
      handles={[
        {
          ...toHandle(draft, 'confidenceThreshold'),
          label: 'Confidence threshold',
          valueText: said(confidence, 'fail', shareOf('FAILED')),
        },
        {
          ...toHandle(draft, 'reviewThreshold'),
          label: 'Review threshold',
          valueText: said(review, 'need a review', shareOf('REVIEW_REQUIRED')),
        },
      ]}
      onMove={(handle, move) => onDraft(moved(draft, handle, move))}
    />
  );
}

/**
 * By what was read, what is saved and what the page began with, so that the axis holds still under a handle. All of it
 * once a handle was led below: it must not jump when the handle comes back.
 */
function useAxisFrom(documents: readonly ScoredDocument[], live: Thresholds | null, confidence: number) {
  const [first] = useState(confidence);
  const [isWhole, setWhole] = useState(false);
  const from = useMemo(
    () =>
      axisFrom(
        documents.map(({ score }) => score),
        live === null ? [first] : [first, live.confidenceThreshold],
      ),
    [documents, live, first],
  );
  if (confidence < from && !isWhole) setWhole(true);
  return isWhole ? 0 : from;
}

function toHandle(draft: Thresholds, name: ThresholdName) {
  return { id: name, value: draft[name], text: formatShare(draft[name]), ...handleBounds(draft, name) };
}

function said(value: string, become: string, share: string | undefined): string {
  return share === undefined ? value : `${value}, ${share} ${become}`;
}

function moved(draft: Thresholds, handle: string, move: HandleMove): Thresholds {
  const name: ThresholdName = handle === 'confidenceThreshold' ? handle : 'reviewThreshold';
  return move.kind === 'by' ? stepHandle(draft, name, move.steps) : moveHandle(draft, name, move.value);
}

/** The lowest of a bar first: errors stand on the axis, where they can be compared. */
const scoreSeries: readonly HistogramSeries[] = [
  { id: 'unusable', title: 'unusable', fill: 'unusable' },
  { id: 'corrected', title: 'corrected', fill: 'corrected' },
  { id: 'right', title: 'right as read', fill: 'right' },
  { id: 'notLookedAt', title: 'not looked at', fill: 'unknown' },
];
const nothing: readonly never[] = [];
const noMarks: readonly number[] = [];

/** How to move a handle without a pointer, and what the dashed lines are. */
function HandleKeysLine({ live }: { readonly live: Thresholds | null }) {
  return (
    <div className={styles.keys}>
      <span className={styles.keyWords}>
        <Kbd keys="ArrowLeft" />
        <Kbd keys="ArrowRight" /> move by 0.01, with <Kbd keys="Shift" /> by 0.05
      </span>
      <span>
        {live === null
          ? 'live values are unknown'
          : `dashed: live values ${formatShare(live.confidenceThreshold)} and ${formatShare(live.reviewThreshold)}`}
      </span>
    </div>
  );
}

interface SampleLineProps {
  readonly reading: Pick<SampleReading, 'sample' | 'receipt' | 'isReading' | 'most' | 'choose' | 'readAgain'>;
}

/** Which documents all of this is about, what reading them has cost, and what more of them would. */
function SampleLine({ reading }: SampleLineProps) {
  const { sample, receipt, isReading, most, choose, readAgain } = reading;
  const paid = formatPaid(receipt);
  return (
    <div className={styles.sampleLine}>
      <p className={styles.origin}>
        {sample && describeSample(sample)}
        {paid === undefined ? null : (
          <span title={`As DynamoDB counted it, by ${priceBooks[0].name}`}> {paid}.</span>
        )}
      </p>
      {isReading ? (
        <output className={styles.reading}>
          <Spinner /> Reading up to {grouped(most)} documents
        </output>
      ) : null}
      <Select
        label="Documents to read at most"
        labelHidden
        size="sm"
        className={styles.size}
        value={String(most)}
        onChange={(value) => {
          const size = sampleSizes.find((one) => String(one) === value);
          if (size !== undefined) choose(size);
        }}
        options={sampleSizes.map((size) => ({
          value: String(size),
          label: `Read at most ${grouped(size)}`,
          hint: sample && sizePrice(size, sample, receipt),
        }))}
      />
      {sample === undefined ? null : (
        <IconButton
          icon="refresh"
          size="sm"
          label={describeReadAgain(paid)}
          disabled={isReading}
          onClick={readAgain}
        />
      )}
    </div>
  );
}

interface SampleStateProps {
  readonly reading: SampleReading;
}

/** In place of what follows from a sample, while there is none. */
function SampleState({ reading: { failure, isReading, readAgain } }: SampleStateProps) {
  if (failure === undefined) {
    return (
      <div className={styles.skeleton}>
        <SkeletonRows rows={4} label="Reading the scores of the newest documents" labelVisible />
      </div>
    );
  }
  return (
    <ToldState
      told={toldFailure(failure, {
        title: 'The scores were not read',
        outOfScope: 'Choose another tenant in the top bar.',
      })}
      notDone="Nothing is known of what other thresholds would change. Nothing was saved."
      onRetry={readAgain}
      retrying={isReading}
    />
  );
}

/** What was read before stays, and says why it is old. */
function SampleNote({ reading: { sample, failure, isReading, readAgain } }: SampleStateProps) {
  if (sample === undefined || failure === undefined) return null;
  return (
    <StaleNote
      flat
      reason={failure.message}
      showing="The sample that was read before is shown."
      action={
        <Button size="sm" variant="ghost" loading={isReading} onClick={readAgain}>
          Try again
        </Button>
      }
    />
  );
}

/** What stands where bars would; undefined where there are some. */
function describeEmpty({ sample, failure, isReading }: SampleReading): string | undefined {
  if (sample === undefined) return isReading || failure === undefined ? '' : 'Not read';
  if (sample.documents.length > 0) return undefined;
  if (sample.batches === 0) return `No batch of this workflow in the last ${String(sample.days)} days`;
  return `None of ${sample.read.toLocaleString('en')} documents has a score`;
}
