import { useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react';
import type { Workflow } from '#shared/contract/triage/tenants.ts';
import type { Thresholds } from '#shared/domain/document-status.ts';
import { liveThresholds } from '#shared/domain/thresholds/draft.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import type { CountScale } from '#renderer/ui/histogram/histogram-scale.ts';
import { EditorHead } from './editor-head.tsx';
import { HandleKeysLine } from './handle-keys-line.tsx';
import { SampleFindings } from './sample-findings.tsx';
import { SampleLine } from './sample-line.tsx';
import { emptyWords, SampleNote, SampleState } from './sample-state.tsx';
import { ScoreHistogram } from './score-histogram.tsx';
import styles from './threshold-editor.module.css';
import { useSample } from './use-sample.ts';

export interface ThresholdEditorProps {
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
        empty={emptyWords(reading)}
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
