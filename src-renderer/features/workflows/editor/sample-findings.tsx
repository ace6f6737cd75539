import { memo, useMemo } from 'react';
import type { Workflow } from '#shared/contract/triage/tenants.ts';
import type { WorkflowSample } from '#shared/contract/workflows/workflows.ts';
import type { Thresholds } from '#shared/domain/document-status.ts';
import { scoreBands } from '#shared/domain/thresholds/score-bands.ts';
import { trustOf } from '#shared/domain/thresholds/trust.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { AccuracyPart } from './accuracy-part.tsx';
import { AssumptionsLine, useTypedAssumptions } from './assumptions-line.tsx';
import { readAssumptions } from './assumptions.ts';
import styles from './findings.module.css';
import { SidesPart } from './sides-part.tsx';
import { TrustPart } from './trust-part.tsx';
import { whatIfFigures } from './what-if-figures.ts';
import { WhatIfStrip } from './what-if-strip.tsx';

interface SampleFindingsProps {
  readonly workflow: Workflow;
  readonly sample: WorkflowSample;
  readonly live: Thresholds | null;
  readonly draft: Thresholds;
  readonly onDraft: (draft: Thresholds) => void;
}

/** What follows from a sample for the draft, and how far it can be believed. */
export const SampleFindings = memo(function SampleFindings(props: SampleFindingsProps) {
  const { workflow, sample, live, draft, onDraft } = props;
  const [typed, keepTyped] = useTypedAssumptions();
  const assumptions = readAssumptions(typed, sample.reviewSeconds);
  const trust = useMemo(() => trustOf(sample.documents), [sample.documents]);
  const bands = useMemo(() => scoreBands(sample.documents), [sample.documents]);
  const book = priceBooks[0];
  return (
    <>
      <WhatIfStrip figures={whatIfFigures({ sample, live, draft, assumptions, trust, bands, book })} />
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
