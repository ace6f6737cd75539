import type { Log } from '#main/log/open-log.ts';

export interface RecordingLog extends Log {
  readonly lines: { level: string; fields: Record<string, unknown>; message: string }[];
}

export function aLog(): RecordingLog {
  const lines: RecordingLog['lines'] = [];
  const write = (level: string): Log['info'] => {
    return (fields, message) => void lines.push({ level, fields: { ...fields }, message });
  };
  return { lines, info: write('info'), warn: write('warn'), error: write('error'), fatal: write('fatal') };
}
