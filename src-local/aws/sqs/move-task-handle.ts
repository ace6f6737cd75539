/** What a client holds to cancel a task by. */
export function moveTaskHandle({ id, sourceArn }: { id: string; sourceArn: string }): string {
  return Buffer.from(JSON.stringify({ taskId: id, sourceArn })).toString('base64');
}

export function parseMoveTaskHandle(text: string): { id: string; sourceArn: string } | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    const { taskId, sourceArn } = parsed as { taskId?: unknown; sourceArn?: unknown };
    return typeof taskId === 'string' && typeof sourceArn === 'string'
      ? { id: taskId, sourceArn }
      : undefined;
  } catch {
    return undefined;
  }
}
