import { useMemo, useState } from 'react';
import type { ScoredDocument } from '#shared/contract/workflows/workflows.ts';
import type { Thresholds } from '#shared/domain/document-status.ts';
import { handleBounds, moveHandle, stepHandle, type ThresholdName } from '#shared/domain/thresholds/draft.ts';
import { axisFrom, scoreHistogram } from '#shared/domain/thresholds/score-histogram.ts';
import { sideCounts, type Side } from '#shared/domain/thresholds/sides.ts';
import type { HandleMove } from '#renderer/ui/histogram/handle-keys.ts';
import { Histogram } from '#renderer/ui/histogram/histogram.tsx';
import type { HistogramSeries } from '#renderer/ui/histogram/histogram-data.ts';
import type { CountScale } from '#renderer/ui/histogram/histogram-scale.ts';
import { shareWords } from '../threshold-words.ts';
import { percentText } from './figure-words.ts';

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
export function ScoreHistogram(props: ScoreHistogramProps) {
  const { documents = nothing, live, draft, onDraft, scale, empty } = props;
  const bins = useMemo(
    () => scoreHistogram(documents).map(({ from, to, ...counts }) => ({ from, to, counts })),
    [documents],
  );
  const from = useAxisFrom(documents, live, draft.confidenceThreshold);
  const counts = sideCounts(documents, draft);
  const shareOf = (side: Side) =>
    props.documents === undefined ? undefined : percentText(counts[side], documents.length);
  const confidence = shareWords(draft.confidenceThreshold);
  const review = shareWords(draft.reviewThreshold);
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
          ...handleOf(draft, 'confidenceThreshold'),
          label: 'Confidence threshold',
          valueText: said(confidence, 'fail', shareOf('FAILED')),
        },
        {
          ...handleOf(draft, 'reviewThreshold'),
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

function handleOf(draft: Thresholds, name: ThresholdName) {
  return { id: name, value: draft[name], text: shareWords(draft[name]), ...handleBounds(draft, name) };
}

function said(value: string, become: string, share: string | undefined): string {
  return share === undefined ? value : `${value}, ${share} ${become}`;
}

function moved(draft: Thresholds, handle: string, move: HandleMove): Thresholds {
  const name: ThresholdName = handle === 'confidenceThreshold' ? handle : 'reviewThreshold';
  return move.kind === 'by' ? stepHandle(draft, name, move.steps) : moveHandle(draft, name, move.value);
}

/** The lowest of a bar first: errors stand on the axis, where they can be compared. */
export const scoreSeries: readonly HistogramSeries[] = [
  { id: 'unusable', title: 'unusable', fill: 'unusable' },
  { id: 'corrected', title: 'corrected', fill: 'corrected' },
  { id: 'right', title: 'right as read', fill: 'right' },
  { id: 'notLookedAt', title: 'not looked at', fill: 'unknown' },
];
const nothing: readonly never[] = [];
const noMarks: readonly number[] = [];
