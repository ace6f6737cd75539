import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import type { CostChoicesHandle } from './cost-choices.ts';

export interface CostChooserProps {
  readonly handle: CostChoicesHandle;
  /** Questions of this system that were asked in this session. */
  readonly asked: number;
}

/** With whose units, and for how many times as much. */
export function CostChooser({ asked, handle: { choices, choose } }: CostChooserProps) {
  return (
    <>
      {asked === 0 ? null : (
        <Segmented
          label="Units a call"
          size="sm"
          value={choices.units}
          onChange={(units) => choose({ units })}
          options={[
            { value: 'declared', label: 'Declared' },
            { value: 'measured', label: `Measured ${asked}` },
          ]}
        />
      )}
      <Segmented
        label="Scale"
        size="sm"
        value={choices.scale}
        onChange={(scale) => choose({ scale })}
        options={scales}
      />
    </>
  );
}

const scales = [
  { value: '1', label: '1×' },
  { value: '10', label: '10×' },
] as const;
