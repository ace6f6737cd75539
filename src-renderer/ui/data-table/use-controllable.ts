import { useCallback, useState } from 'react';

/** State that its owner may keep (in the URL, say) or leave to the component. */
export function useControllable<Value, Next extends Value = Value>(
  controlled: Value | undefined,
  onChange: ((value: Next) => void) | undefined,
  initial: Value,
): readonly [Value, (value: Next) => void] {
  const [own, setOwn] = useState<Value>(initial);
  const change = useCallback(
    (value: Next) => {
      setOwn(value);
      onChange?.(value);
    },
    [onChange],
  );
  return [controlled === undefined ? own : controlled, change];
}
