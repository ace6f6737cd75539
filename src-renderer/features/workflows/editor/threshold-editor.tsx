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
import { getBookInUse } from '#shared/pricing/book-in-use.ts';
import { toFailureText } from '#renderer/contract/failure-text.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import type { CountScale, HandleMove, HistogramSeries } from '#renderer/ui/histogram/histogram-scale.ts';
import { Histogram, HistogramLegend } from '#renderer/ui/histogram/histogram.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { PaneTitle } from '#renderer/ui/pane.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { Spinner } from '#renderer/ui/spinner.tsx';
import { StaleNote, FailureState } from '#renderer/ui/states.tsx';
import { formatShare } from '../threshold-text.ts';
import {
  describeReadAgain,
  formatPaid,
  formatPercent,
  describeSample,
  estimateSizePrice,
} from './editor-messages.ts';
import { SampleFindings } from './sample-findings.tsx';
import styles from './editor.module.css';
import { sampleSizes, useSample, type SampleReading } from './workflow-sample.ts';
import { messages } from '../messages.ts';

interface ThresholdEditorProps {
  readonly workflow: Workflow;
  readonly draft: Thresholds;
  /** Called on every move of a handle. */
  readonly onDraft: (draft: Thresholds) => void;
}

/** Shows how other thresholds would have sorted the newest documents of a workflow, before they are saved. */
export function ThresholdEditor({ workflow, draft, onDraft }: ThresholdEditorProps) {
  const reading = useSample(workflow);
  const [scale, keepScale] = useKept<CountScale>(['workflows.scale'], 'square-root');
  const { sample } = reading;
  const live = useLive(workflow);
  // The handle follows the pointer at once, and the figures follow as fast as they can be computed.
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

/**
 * Returns the same object until other thresholds are saved, so that memoised children are not drawn again.
 */
function useLive(workflow: Workflow): Thresholds | null {
  const { confidenceThreshold, reviewThreshold } = workflow;
  return useMemo(
    () => liveThresholds({ confidenceThreshold, reviewThreshold }),
    [confidenceThreshold, reviewThreshold],
  );
}

/** Returns the same object for equal thresholds. */
function useSame({ confidenceThreshold, reviewThreshold }: Thresholds): Thresholds {
  return useMemo(() => ({ confidenceThreshold, reviewThreshold }), [confidenceThreshold, reviewThreshold]);
}

/** Returns a stable function, so that children that receive it are not drawn again. */
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
  /** Undefined until they are read. */
  readonly documents: readonly ScoredDocument[] | undefined;
  readonly live: Thresholds | null;
  readonly draft: Thresholds;
  readonly onDraft: (draft: Thresholds) => void;
  readonly scale: CountScale;
  readonly empty?: string | undefined;
}

/** Shows the score of each document and which side of the thresholds it falls on. */
function ScoreHistogram(props: ScoreHistogramProps) {
  const { documents = nothing, live, draft, onDraft, scale, empty } = props;
  const bins = useMemo(
    () => scoreHistogram(documents).map(({ from, to, ...counts }) => ({ from, to, counts })),
    [documents],
  );
  const from = useAxisFrom(documents, live, draft.confidenceThreshold);
  const counts = sideCounts(documents, draft);
  const shareOf = (side: Side) =>
    props.documents === undefined ? undefined : formatPercent(counts[side], documents.length);
  const confidence = formatShare(draft.confidenceThreshold);
  const review = formatShare(draft.reviewThreshold);
  return (
    <Histogram
      label={messages.editor.chart}
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
          valueText: formatHandle(confidence, 'fail', shareOf('FAILED')),
        },
        {
          ...toHandle(draft, 'reviewThreshold'),
          label: 'Review threshold',
          valueText: formatHandle(review, 'need a review', shareOf('REVIEW_REQUIRED')),
        },
      ]}
      onMove={(handle, move) => onDraft(moveThreshold(draft, handle, move))}
    />
  );
}

/**
 * Chooses where the axis begins from the sample, the live thresholds and the first draft, so that it does not
 * move under a handle. Once a handle goes below that, the whole axis is shown for good, so that it does not
 * jump back.
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

function formatHandle(value: string, become: string, share: string | undefined): string {
  return share === undefined ? value : `${value}, ${share} ${become}`;
}

function moveThreshold(draft: Thresholds, handle: string, move: HandleMove): Thresholds {
  const name: ThresholdName = handle === 'confidenceThreshold' ? handle : 'reviewThreshold';
  return move.kind === 'by' ? stepHandle(draft, name, move.steps) : moveHandle(draft, name, move.value);
}

/** The errors come first, because bars can only be compared along the axis. */
const scoreSeries: readonly HistogramSeries[] = [
  { id: 'unusable', title: 'unusable', fill: 'unusable' },
  { id: 'corrected', title: 'corrected', fill: 'corrected' },
  { id: 'right', title: 'right as read', fill: 'right' },
  { id: 'notLookedAt', title: 'not looked at', fill: 'unknown' },
];
const nothing: readonly never[] = [];
const noMarks: readonly number[] = [];

/** Explains how to move a handle by keyboard and what the dashed lines mean. */
function HandleKeysLine({ live }: { readonly live: Thresholds | null }) {
  return (
    <div className={styles.keys}>
      <span className={styles.keyWords}>
        <Kbd keys={pageKeys.workflows.less} />
        <Kbd keys={pageKeys.workflows.more} /> move by 0.01, with <Kbd keys="Shift" /> by 0.05
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

/** Shows which documents are in the sample, the price paid for them, and the price of more. */
function SampleLine({ reading }: SampleLineProps) {
  const { sample, receipt, isReading, most, choose, readAgain } = reading;
  const paid = formatPaid(receipt);
  return (
    <div className={styles.sampleLine}>
      <p className={styles.origin}>
        {sample && describeSample(sample)}
        {paid === undefined ? null : (
          <span title={`As DynamoDB counted it, by ${getBookInUse().name}`}> {paid}.</span>
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
          hint: sample && estimateSizePrice(size, sample, receipt),
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

/** Shown instead of the findings until there is a sample. */
function SampleState({ reading: { failure, isReading, readAgain } }: SampleStateProps) {
  if (failure === undefined) {
    return (
      <div className={styles.skeleton}>
        <SkeletonRows rows={4} label="Reading the scores of the newest documents" labelVisible />
      </div>
    );
  }
  return (
    <FailureState
      told={toFailureText(failure, {
        title: messages.editor.sampleNotRead,
        outOfScope: messages.editor.otherTenant,
      })}
      notDone={messages.editor.noEstimate}
      onRetry={readAgain}
      retrying={isReading}
    />
  );
}

/** The old sample stays on screen with a note that says why it is old. */
function SampleNote({ reading: { sample, failure, isReading, readAgain } }: SampleStateProps) {
  if (sample === undefined || failure === undefined) return null;
  return (
    <StaleNote
      flat
      reason={failure.message}
      showing={messages.editor.earlierSample}
      action={
        <Button size="sm" variant="ghost" loading={isReading} onClick={readAgain}>
          Try again
        </Button>
      }
    />
  );
}

/** Returns the text shown instead of bars; undefined if there are bars. */
function describeEmpty({ sample, failure, isReading }: SampleReading): string | undefined {
  if (sample === undefined) return isReading || failure === undefined ? '' : 'Not read';
  if (sample.documents.length > 0) return undefined;
  if (sample.batches === 0) return messages.editor.noBatch(sample.days);
  return messages.editor.noScores(sample.read.toLocaleString('en'));
}
