/** Each thing once: an index has to be told only of what it may not know yet. */
export function newsOnly(): (id: string, standing: string) => boolean {
  const told = new Map<string, string>();
  return (id, standing) => {
    if (told.get(id) === standing) return false;
    told.set(id, standing);
    return true;
  };
}
