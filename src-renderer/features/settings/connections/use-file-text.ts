/** Lets a person choose a file, and hands over its text. The file is read here and sent nowhere else. */
export function useFileText(onText: (text: string, fileName: string) => void): () => void {
  return () => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.json,.txt,.env,.ini,.yaml,.yml,config';
    input.addEventListener('change', () => {
      const [file] = input.files ?? [];
      if (file !== undefined) void file.text().then((text) => onText(text, file.name));
    });
    input.click();
  };
}
