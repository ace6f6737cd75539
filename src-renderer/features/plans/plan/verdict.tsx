import type { PlanItem } from '#shared/contract/jobs/plans.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import dialog from '../planning-dialog.module.css';
import styles from './plan-figures.module.css';

export function Verdict({ verdict }: { readonly verdict: PlanItem['verdict'] }) {
  return (
    <span className={dialog.verdict}>
      <StatusGlyph glyph={verdict} />
      <span className={classNames(dialog.code, styles[verdict])}>{verdict.toUpperCase()}</span>
    </span>
  );
}
