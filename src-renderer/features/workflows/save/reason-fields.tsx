import { TextArea } from '#renderer/ui/input/text-area.tsx';
import { TextField } from '#renderer/ui/input/text-field.tsx';
import type { Said, SaidErrors } from './said-errors.ts';

interface ReasonFieldsProps {
  readonly said: Said;
  readonly onChange: (said: Said) => void;
  readonly errors: SaidErrors;
  /** What has to be typed; null where nothing has to. */
  readonly environment: string | null;
  readonly disabled?: boolean;
}

/** Why, and in production where. */
export function ReasonFields({ said, onChange, errors, environment, disabled = false }: ReasonFieldsProps) {
  return (
    <>
      <TextArea
        name="reason"
        label="Reason, kept with the version"
        maxLength={500}
        disabled={disabled}
        value={said.reason}
        error={errors.reason}
        onChange={(event) => onChange({ ...said, reason: event.currentTarget.value })}
      />
      {environment === null ? null : (
        <TextField
          name="environment"
          label={`Type the environment, ${environment}`}
          mono
          disabled={disabled}
          value={said.environment}
          error={errors.environment}
          onChange={(event) => onChange({ ...said, environment: event.currentTarget.value })}
        />
      )}
    </>
  );
}
